/** Could a name, or a line of names, promise a secret at all? Asked before the lists of names are needed; it never says no to one that does. */

export function mayPromise(names: string): boolean {
  const lower = names.toLowerCase()
  return MARKS.some((mark) => lower.includes(mark))
}

/** Every name that promises something holds one of these. */
const MARKS = (
  'pass pw psw pswd auth secret tok jwt credential key sk pat mnemonic ' + '密码 口令 密碼 密钥 秘钥 令牌 凭证 金鑰'
).split(' ')
