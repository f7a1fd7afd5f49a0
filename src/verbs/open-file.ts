/** Bounded reads for hosts, which may not import `disk`. */

export { openRegular, textOfRegular } from '../disk/open-file.ts'
