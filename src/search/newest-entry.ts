/** The newest entry's own date (S20): a day that begins an item, a heading or a cell, or follows a label for dates. */

import { datesIn } from '../base/dates.ts'

/** Undefined where no text dates an entry. */
export function newestEntryDate(texts: Iterable<string>): string | undefined {
  let newest: string | undefined
  for (const text of texts) {
    // The pattern takes long to make, and a young bank dates nothing.
    if (!A_DAY.test(text)) continue
    for (const [said] of text.matchAll(DATED)) {
      const [date] = datesIn(said)
      if (date !== undefined && (newest === undefined || date > newest)) newest = date
    }
  }
  return newest
}

/** In every text with a day. */
const A_DAY = /\d{4}\s?[-/.年]/

/** A day in running text may be a plan or a release; one in these places is when the entry was written. */
const DATED =
  /(?:^[^\p{L}\d\n]{0,12}(?:(?:date|updated|last updated|created|日期|时间|更新时间|更新日期|更新|创建)[^\p{L}\d\n]{1,6})?|\|[ \t]*)\d{4}(?:[-/.]\d{1,2}[-/.]\d{1,2}|\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日)/gimu
