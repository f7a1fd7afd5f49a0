/** CMakeLists.txt at the root: C and C++ projects. */

import { type ManifestReader, partOf, type Technology, technology, usual } from '../manifest-reader.ts'
import { fileAt } from '../scan.ts'

export const cmake: ManifestReader = {
  order: 14,
  files: [{ worth: 27, names: ['CMakeLists.txt'] }],
  read: (scan) => {
    const file = fileAt(scan, '', 'CMakeLists.txt')
    if (file === undefined) return []
    const text = file.text.replaceAll(/^[ \t]*#.*$/gm, '')
    const call = /\bproject\s*\(\s*([^\s()]{1,80})([^()]{0,600})\)/i.exec(text)
    const isTested = /\b(enable_testing|include\s*\(\s*CTest)\b/i.test(text)
    const part = partOf(file.path, 'CMake', {
      name: call?.[1]?.includes('$') ? undefined : call?.[1],
      description: /\bDESCRIPTION\s+"([^"\n]{1,300})"/.exec(call?.[2] ?? '')?.[1],
      technologies: [
        ...languagesOf(text, (call?.[2] ?? '').split(/\s+/)),
        technology('runtime', 'CMake', /cmake_minimum_required\s*\(\s*VERSION\s+([\d.]{1,12})/i.exec(text)?.[1]),
      ],
      commands: usual({
        build: 'cmake -S . -B build && cmake --build build',
        test: isTested ? 'ctest --test-dir build' : undefined,
        one: isTested ? 'ctest --test-dir build -R <name>' : undefined,
      }),
    })
    return [part]
  },
}

/** CMake enables both languages by default, so only a stated language or standard is a fact. */
function languagesOf(text: string, stated: readonly string[]): readonly Technology[] {
  const cxx = /\bCMAKE_CXX_STANDARD\s+(\d\d)\b/.exec(text)?.[1] ?? /\bcxx_std_(\d\d)\b/.exec(text)?.[1]
  const c = /\bCMAKE_C_STANDARD\s+(\d\d)\b/.exec(text)?.[1]
  return [
    ...(stated.includes('CXX') || cxx !== undefined ? [technology('language', 'C++', cxx)] : []),
    ...(stated.includes('C') || c !== undefined ? [technology('language', 'C', c)] : []),
  ]
}
