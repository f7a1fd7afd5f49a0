/** Settings files as people write them: comments anywhere, tabs or blanks, CRLF, a byte order mark, trailing commas. */

import fc from 'fast-check'

interface Style {
  readonly eol: string
  readonly unit: string
  readonly trailing: boolean
  readonly bom: string
  readonly final: string
  readonly inline: boolean
}

const style: fc.Arbitrary<Style> = fc.record({
  eol: fc.constantFrom('\n', '\r\n'),
  unit: fc.constantFrom('  ', '    ', '\t'),
  trailing: fc.boolean(),
  bom: fc.constantFrom('', '\uFEFF'),
  final: fc.constantFrom('', 'eol', ' '),
  inline: fc.boolean(),
})

const comment = fc.constantFrom('', '', ' /* c, ] } */', ' // "plugin": [', '// 注释')
const key = fc.constantFrom(
  'model',
  'theme',
  'plugin',
  'permission',
  'permissions',
  'mcp',
  'x y',
  '名',
  'deny',
  '$schema',
)

type Piece =
  | { readonly leaf: unknown }
  | { readonly members: readonly (readonly [string, Piece, string])[]; readonly list: boolean }

const piece: fc.Arbitrary<Piece> = fc.letrec<{ piece: Piece }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.record({
      leaf: fc.oneof(
        fc.constantFrom('allow', 'a,b]}', 'opencode-x', '//no'),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
      ),
    }),
    fc.record({
      members: fc.uniqueArray(fc.tuple(key, tie('piece'), comment), { maxLength: 3, selector: ([name]) => name }),
      list: fc.boolean(),
    }),
  ),
})).piece

/** An object whose `plugin`, if any, is a list. */
export function settingsText(options: { readonly empty: boolean }): fc.Arbitrary<string> {
  const members = fc.uniqueArray(fc.tuple(key, piece, comment), {
    minLength: options.empty ? 0 : 1,
    maxLength: 4,
    selector: ([name]) => name,
  })
  return fc.tuple(members, style, comment, comment).map(([all, how, head, tail]) => {
    const root: Piece = {
      members: all.map(([name, one, said]) => [name, name === 'plugin' ? asList(one) : one, said]),
      list: false,
    }
    const begin = head === '' ? '' : head + how.eol
    const end = how.final === 'eol' ? how.eol : how.final
    return (
      how.bom +
      begin +
      print(root, how, '') +
      (tail.includes('//') ? how.eol : '') +
      tail +
      (tail === '' ? end : how.eol)
    )
  })
}

function asList(one: Piece): Piece {
  return 'leaf' in one ? { members: [['', one, '']], list: true } : { ...one, list: true }
}

function print(one: Piece, how: Style, indent: string): string {
  if ('leaf' in one) return JSON.stringify(one.leaf)
  const [open, close] = one.list ? ['[', ']'] : ['{', '}']
  if (one.members.length === 0) return open + close
  const deeper = indent + how.unit
  const inline = how.inline && one.members.every(([, , said]) => !said.includes('//'))
  const parts = one.members.map(([name, inner, said], at) => {
    const comma = at < one.members.length - 1 || how.trailing ? ',' : ''
    const label = one.list ? '' : `${JSON.stringify(name)}: `
    return `${label}${print(inner, how, deeper)}${comma}${said}`
  })
  return inline
    ? `${open} ${parts.join(' ')} ${close}`
    : `${open}${how.eol}${parts.map((part) => deeper + part).join(how.eol)}${how.eol}${indent}${close}`
}
