/** What is taken back is nothing to keep: changes undone by git, or by the person's word. */

/** The files whose changes a command undoes, as it names them; `all` where it names none. */
export function takenBack(command: string): 'all' | readonly string[] | undefined {
  const undone = command.split(/[;&|(\n]/).flatMap((part) => {
    const [, verb, rest = ''] = UNDOES.exec(part.trim()) ?? []
    return verb === undefined ? [] : [namedIn(verb, rest)]
  })
  if (undone.length === 0) return undefined
  return undone.includes('all') ? 'all' : undone.flat()
}

/** The person orders what was done to be undone. */
export function ordersBack(text: string): boolean {
  return text.length < LONGEST_ORDER && !/[?？]/.test(text) && ORDERS_BACK.test(text)
}

function namedIn(verb: string, rest: string): 'all' | readonly string[] {
  const named = rest.split(/\s+/).filter((word) => /[./]/.test(word) && !word.startsWith('-'))
  return !NAMES_FILES.has(verb) || named.length === 0 || named.includes('.') ? 'all' : named
}

const UNDOES =
  /^(?:sudo )?git(?: -\S+(?: [^-\s]\S*)?)*? (checkout|restore|revert|stash|clean|reset(?= .*--hard))(?![\w-])(.*)$/
const NAMES_FILES = new Set(['checkout', 'restore'])

const LONGEST_ORDER = 200
const ORDERS_BACK =
  /(?:^|[,.:;!] *)(?:(?:ok|no|hmm|please|just|then|let's|actually|so) *,? *)*(?:revert|undo|roll (?:it|that|this|them|everything) back|roll back (?:the|that|this)|back (?:it|that|this) out|scrap (?:it|that|this)|put it back)\b|(?:^|[，,。 ])(?:那|请|先|都|就|算了|把.{0,12})*(?:撤销|撤回|还原|回退|改回|退回|回滚|恢复(?:原|成|到))/i
