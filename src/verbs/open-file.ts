/** Bounded reads of ordinary files, for surfaces that must not load more. */

export { openRegular, textOfRegular } from '../disk/open-file.ts'
