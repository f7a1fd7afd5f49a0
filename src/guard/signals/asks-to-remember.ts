/**
 * A plain request to remember something (S40): a short closed list, in both languages.
 *
 * Whether it is worth keeping is the model's judgement. Other wordings are left to the model too: do not extend this list.
 */

export function asksToRemember(text: string): boolean {
  return text
    .slice(0, LONGEST)
    .split(/(?<=[.!?。！？；;\n])/u)
    .some((sentence) => !/[?？吗]\s*$/u.test(sentence) && PLAIN_REQUEST.test(sentence))
}

const LONGEST = 4_000
const PLAIN_REQUEST =
  /(?:^|[,，:：]|\b(?:please|and|so|ok)\b)\s*(?:remember(?! me\b)|from now on|going forward|keep in mind)\b|(?:^|[,，。\s])(?:请|要)?(?:记住|记一下|记下来|今后|从现在起|以后(?!再))/iu
