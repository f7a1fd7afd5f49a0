/**
 * Splits a message into spans between punctuation, and each span into units: a Han character, a word, an emoji. Width,
 * case, traditional script, stretched letters and emoji variants are normalised.
 *
 * Quotations are not the person's own words: code and quoted text become one unknown unit, and quoted lines are removed.
 * Time is linear in the text.
 */

export interface WordSpan {
  readonly units: readonly string[]
  /** Ends with a question mark. */
  readonly asked: boolean
  /** Ends with a colon and announces the next span. */
  readonly label: boolean
  /** Ends with dots. */
  readonly trails: boolean
}

/** Replaces code and quotations. */
const QUOTED = '\uFFFC'

export function spansOf(text: string): readonly WordSpan[] {
  const spans: { units: string[]; asked: boolean; label: boolean; trails: boolean }[] = []
  let units: string[] = []
  const close = (mark: string): void => {
    const last = spans.at(-1)
    if (units.length > 0) spans.push({ units, asked: mark === '?', label: mark === ':', trails: mark === '…' })
    else if (mark === '?' && last !== undefined) last.asked = true
    units = []
  }
  const said = plain(text)
  for (const [unit] of said.matchAll(UNIT)) {
    if (BREAKS.has(unit)) close(unit)
    else units.push(unstretched(unit))
  }
  close('')
  return spans
}

/** The key of a phrase in a lexicon. Phrases are listed in normalised form, so only the split into units is left. */
export function keyOf(phrase: string): string {
  return (phrase.match(UNIT) ?? []).join(' ')
}

const UNIT =
  /:[+-]?[a-z0-9_]+:|\/?mb:[a-z]+|[+-]1(?![a-z0-9])|(?<![a-z0-9])--?[a-z][a-z0-9-]*|\d+%|#?[a-z0-9]+(?:['._:/+@-][a-z0-9]+)*|\p{Script=Han}|\p{Extended_Pictographic}|\S|\n/gu
const BREAKS = new Set('\n?,.。!;:、~()[]—–-·…')

function plain(text: string): string {
  return (
    withoutQuoted(text)
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[’‘ʼ´]/g, "'")
      .replace(/[\u{1f3fb}-\u{1f3ff}]|[\u200b-\u200f\u2060\ufeff]|\ufe0e|\ufe0f|[♀♂]/gu, '')
      .replace(/[❓❔🤔]/gu, '?')
      .replace(/\*+/g, '')
      .replace(/[.。]{3,}/g, '…')
      // A bracket directly after a letter or digit begins a function call, not an aside.
      .replace(/(?<=[a-z0-9_])[([{]/g, ` ${QUOTED}`)
      .replace(/[:;]-?[)(d](?![a-z])/g, ' ')
      .replace(/\bmb ?: ?(?=[a-z])/g, 'mb:')
      .replace(/\p{Script=Han}/gu, (han) => SIMPLIFIED.get(han) ?? han)
      .replace(/(?<=\p{Script=Han}) +(?=\p{Script=Han})/gu, ',')
      .replace(/(?<=[\d一二两三四五六七八九十])(?:、|, ?)(?=第?[\d一二两三四五六七八九十])/g, '和')
  )
}

/** For each opening mark the search ends at the next mark of the same kind, so time stays linear. */
function withoutQuoted(text: string): string {
  return text
    .replace(/```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g, QUOTED)
    .replace(/^[ \t]*>.*$/gm, '')
    .replace(/`[^`\n]*`|"[^"\n]*"|“[^“”\n]*”|「[^「」\n]*」|『[^『』\n]*』|《[^《》\n]*》|‘[^‘’\n]{0,80}’/g, QUOTED)
    .replace(/(?<![\p{L}\p{N}])'[^'\n]{1,80}'(?![\p{L}\p{N}])/gu, QUOTED)
}

/** Shortens "okkk", "yesss" and "pleeease". Other words keep their letters. */
function unstretched(word: string): string {
  if (!/([a-z])\1/.test(word)) return word
  for (const shorter of [word.replace(/([a-z])\1{2,}/g, '$1$1'), word.replace(/([a-z])\1+/g, '$1')])
    if (STRETCHED.has(shorter)) return shorter
  return word
}

const STRETCHED = new Set(
  'ok okay yes yea yeah yep yup ya sure fine please no nope nah not never skip thanks good great cool'.split(' '),
)

/** Only the characters of the lexicons. */
const SIMPLIFIED = new Map(
  (
    '寫写 記记 錄录 錯错 確确 認认 沒没 問问 題题 這这 個个 條条 兩两 後后 點点 說说 謝谢 請请 過过 對对 嗎吗 麼么 還还 當当 現现 ' +
    '時时 們们 給给 幫帮 麻麻 煩烦 進进 裡里 裏里 庫库 憶忆 慮虑 暫暂 別别 無无 須须 絕绝 會会 為为 甚什 誰谁 樣样 來来 讓让 覺觉 ' +
    '應应 該该 總总 決决 約约 規规 則则 經经 驗验 結结 論论 儲储 檔档 補补 充充 併并 並并 順顺 邊边 隨随 聽听 辦办 執执 許许 準准 ' +
    '贊赞 支支 親亲 辛辛 勞劳 擾扰 號号 項项 幾几 頭头 餘余 單单 獨独 僅仅 棄弃 沖冲 實实 於于 從从 構构 遷迁 組组 塊块 務务 ' +
    '設设 計计 術术 選选 換换 擇择 層层 類类 資资 數数 據据 導导 統统 頁页 測测 試试 嘍喽 囉啰 喲哟 誒诶 欸诶 噠哒 開开 關关 ' +
    '種种 種种 麗丽 聯联 遠远 壞坏 啟启 動动 變变 刪删 態态 檢检 查查 紀纪 練练 優优 環环 線线 際际 級级 細细 佈布 調调 憂忧'
  )
    .split(' ')
    .map((pair) => {
      const [from, to] = [...pair]
      return [from ?? '', to ?? ''] as const
    }),
)
