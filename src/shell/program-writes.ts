/** The calls that write files, over the usual scripting languages: which of their arguments they write. */

import type { Language } from './program-tokens.ts'
import { type Argument, UNKNOWN, type Value, value } from './program-value.ts'
import { HOLE } from './text.ts'

interface Target {
  readonly value: Value
  readonly kind: 'open' | 'entry' | 'tree'
}

interface CallSite {
  readonly path: string
  readonly module: string
  readonly args: readonly Argument[]
  readonly positional: readonly Argument[]
  readonly receiver: () => Value
  readonly language: Language
  readonly read: (path: string) => void
}

export type Role = (site: CallSite) => readonly Target[]

/** Names under which a function of a module is called, rather than a method of a path. */
const MODULES =
  /(^|\.)(os|fs|fsp|fse|promises|fsPromises|shutil|FileUtils|File|Dir|IO|Deno|Bun|io|path|sp|subprocess|codecs|gzip|bz2|lzma|zipfile|tarfile|require|import|Kernel|POSIX|aiofiles|fsExtra|fs_1|node_fs)$/

function onModule(site: CallSite): boolean {
  return site.module === '' || MODULES.test(site.module) || /require|import/.test(site.module)
}

function argument(site: CallSite, index: number, ...names: readonly string[]): Value | undefined {
  return (
    site.args.find((arg) => arg.name !== undefined && names.includes(arg.name))?.value ?? site.positional[index]?.value
  )
}

/** The path is the first argument of a function, or what a method is called on. */
function subject(kind: Target['kind']): Role {
  return (site) => {
    if (onModule(site)) {
      const several =
        /^(unlink|rm|remove|rm_f|rm_rf|delete)$/.test(site.path.slice(site.path.lastIndexOf('.') + 1)) &&
        site.language !== 'python' &&
        site.language !== 'javascript'
      const paths = several
        ? site.positional.map((arg) => arg.value)
        : [argument(site, 0, 'path', 'name', 'file', 'filename') ?? UNKNOWN]
      if (site.positional.length === 0 && site.args.length === 0) return []
      return paths.map((path) => ({ value: path, kind }))
    }
    return [{ value: site.receiver(), kind }]
  }
}

/** Only where the name is that of a module's function; lists and texts have methods of the same name. */
function moduleOnly(role: Role): Role {
  return (site) => (onModule(site) ? role(site) : pathMethod(site, role))
}

function pathMethod(site: CallSite, role: Role): readonly Target[] {
  const known = site.receiver()
  return known.texts.some((text) => text !== HOLE && text.includes('/')) ? role({ ...site, module: 'path-method' }) : []
}

function target(index: number, kind: Target['kind'], ...names: readonly string[]): Role {
  return (site) => {
    const found = argument(site, index, ...names)
    return found === undefined ? [] : [{ value: found, kind }]
  }
}

const copies: Role = (site) => {
  const from = argument(site, 0, 'src')
  if (!onModule(site)) {
    const to = argument(site, 0, 'target', 'dst')
    return to === undefined ? [] : [{ value: to, kind: 'open' }]
  }
  const to = argument(site, 1, 'dst', 'dest')
  for (const text of from?.texts ?? []) site.read(text)
  if (to === undefined) return []
  const inner = (from?.texts ?? []).flatMap((text) =>
    to.texts.map((folder) => `${folder}/${text.slice(text.lastIndexOf('/') + 1)}`),
  )
  return [
    { value: to, kind: 'open' },
    { value: value(...inner), kind: 'open' },
  ]
}

const moves: Role = (site) => {
  if (site.module === 'path-method' || !onModule(site)) {
    const to = argument(site, 0, 'target')
    return [
      { value: site.receiver(), kind: 'tree' },
      ...(to === undefined ? [] : [{ value: to, kind: 'entry' } as const]),
    ]
  }
  const from = argument(site, 0, 'src')
  const to = argument(site, 1, 'dst')
  if (from === undefined || to === undefined) return []
  const inner = from.texts.flatMap((text) =>
    to.texts.map((folder) => `${folder}/${text.slice(text.lastIndexOf('/') + 1)}`),
  )
  return [
    { value: from, kind: 'tree' },
    { value: to, kind: 'entry' },
    { value: value(...inner), kind: 'entry' },
  ]
}

const links: Role = (site) => {
  const name = onModule(site) ? argument(site, 1, 'dst') : site.receiver()
  return name === undefined ? [] : [{ value: name, kind: 'entry' }]
}

const WRITE_MODE = /[wax+>]/

const opens: Role = (site) => {
  const method = !onModule(site)
  if (method && !/open$/.test(site.path)) return []
  const path = method ? site.receiver() : argument(site, 0, 'file', 'path', 'filename', 'name')
  const mode = argument(site, method ? 0 : 1, 'mode', 'flags')
  const source = site.args.map((arg) => arg.source).join(' ')
  if (path === undefined) return []
  if (/\bO_(WRONLY|RDWR|CREAT|TRUNC|APPEND)\b/.test(source)) return [{ value: path, kind: 'open' }]
  if (site.language === 'perl') return perlOpen(site)
  const modes = mode?.texts ?? ['r']
  const writes = modes.some(
    (text) => text === HOLE || (WRITE_MODE.test(text) && /^[rwabtx+>Ucen|:\w-]{1,12}$/.test(text)),
  )
  if (!writes) for (const text of path.texts) site.read(text)
  // A mode that is not known: a hole stands for either; only a known path is worth refusing.
  return writes ? [{ value: path, kind: 'open' }] : []
}

function perlOpen(site: CallSite): readonly Target[] {
  const [, mode, file] = site.positional.map((arg) => arg.value)
  const texts = mode?.texts ?? []
  if (file !== undefined) {
    if (texts.some((text) => />|\+</.test(text))) return [{ value: file, kind: 'open' }]
    for (const text of file.texts) site.read(text)
    return []
  }
  const targets = texts
    .filter((text) => /^\s*(\+<|\+?>>?)/.test(text))
    .map((text) => text.replace(/^\s*\+?[<>]+\s*/, ''))
  for (const text of texts) if (!/^[>+|]/.test(text)) site.read(text.replace(/^\s*<\s*/, ''))
  return targets.length === 0 ? [] : [{ value: value(...targets), kind: 'open' }]
}

const replaces: Role = (site) => {
  // `text.replace(a, b)` is about texts; `os.replace(a, b)` and `path.replace(b)` about files.
  if (/(^|\.)os\.replace$/.test(site.path)) return moves(site)
  if (site.language !== 'python' || site.module === '' || site.positional.length !== 1) return []
  return moves({ ...site, module: 'path-method' })
}

const writesTo: Role = (site) => {
  if (/(^|\.)(File|IO|Bun|Deno)$/.test(site.module)) return target(0, 'open')(site)
  if (/stdout|stderr|response|res|socket|stream|process/.test(site.module)) return []
  const known = site.receiver().texts.filter((text) => text !== HOLE && /[/.]/.test(text))
  return known.length === 0 ? [] : [{ value: value(...known), kind: 'open' }]
}

const inPlace: Role = (site) => {
  if (!site.args.some((arg) => arg.name === 'inplace')) return []
  const files = argument(site, 0, 'files')
  return [{ value: files ?? UNKNOWN, kind: 'open' }]
}

/** Data libraries write to their first argument when it is a path. */
const exportsTo: Role = (site) => {
  const to = argument(site, 0, 'path_or_buf', 'path', 'fname')
  return to === undefined || to.texts.includes(HOLE) ? [] : [{ value: to, kind: 'open' }]
}

function entries(role: Role, names: string): readonly (readonly [string, Role])[] {
  return names.split(/\s+/).map((name) => [name, role])
}

export const PROGRAM_WRITES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...entries(subject('open'), 'write_text write_bytes touch write_file spew spurt append_text atomic_write'),
  ...entries(
    target(0, 'open', 'path', 'file'),
    'writeFile writeFileSync appendFile appendFileSync outputFile outputFileSync outputJson outputJsonSync writeJson writeJsonSync writeJSON writeJSONSync createWriteStream ftruncate truncate truncateSync mkdirSync mkdirp mkdirpSync makedirs mkdir_p mkpath make_path makepath ensureFile ensureFileSync ensureDir ensureDirSync file_put_contents writeTextFile writeTextFileSync binwrite write_json chmodSync utimesSync utime lchmod make_archive mkdtempSync ensureSymlink emptyDir emptyDirSync',
  ),
  ...entries(moduleOnly(subject('open')), 'mkdir chmod chown'),
  ...entries(moduleOnly(subject('tree')), 'unlink rmdir remove rm delete removeSync'),
  ...entries(
    target(0, 'tree', 'path'),
    'unlinkSync rmdirSync rmSync rmtree rm_rf rm_r rm_f removedirs remove_dir remove_entry remove_entry_secure remove_tree remove_file remove_dir_all rimraf rimrafSync rm_tree send2trash unlink_file deleteSync',
  ),
  ...entries(
    copies,
    'copy copy2 copyfile copytree copyFile copyFileSync copySync cp cpSync cp_r copy_file copy_entry copy_stream install fcopy dircopy',
  ),
  ...entries(moduleOnly(moves), 'rename move mv'),
  ...entries(moves, 'renameSync moveSync renames'),
  ...entries(links, 'symlink symlinkSync link linkSync symlink_to hardlink_to ln_s ln ln_sf link_to'),
  ...entries(opens, 'open openSync fopen open_file'),
  ...entries(
    (site) =>
      /^(File|IO|ZipFile|zipfile|Zip|SplFileObject)$/.test(site.module) ||
      /ZipFile|TarFile|SplFileObject/.test(site.path)
        ? opens({ ...site, module: '' })
        : [],
    'new ZipFile TarFile SplFileObject',
  ),
  ...entries(replaces, 'replace'),
  ...entries(writesTo, 'write'),
  ...entries(inPlace, 'input FileInput'),
  ...entries(target(1, 'open', 'filename'), 'urlretrieve'),
  ...entries(
    exportsTo,
    'to_csv to_json to_markdown to_excel to_html to_parquet to_pickle savefig save savetxt save_as imsave',
  ),
])

/** Calls that hand their first argument to a shell, or run it as a command. */
export const SHELL_CALLS: ReadonlySet<string> = new Set(
  'system popen run call check_call check_output Popen getoutput getstatusoutput exec execSync spawn spawnSync execFile execFileSync fork shell_exec passthru proc_open execute capture2 capture3 capture2e popen2 popen3 execa execaSync execaCommand execvp execv execlp execl spawnl spawnvp create_subprocess_shell create_subprocess_exec sh'.split(
    ' ',
  ),
)
