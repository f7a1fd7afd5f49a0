/** Every threshold: its name, its number, and the promise it comes from. */

export const LIMITS = {
  /** S12: how much of a project a scan reads. */
  scanFiles: 10,
  scanLines: 200,
  /** S12: entries looked at in one folder, so that a scan's cost does not grow with the repository. */
  scanFolderEntries: 400,
  scanFolders: 60,
  /** S6: an index is owed above this many files in a folder. */
  indexOwedAbove: 8,
  groupRequirementsAbove: 20,
  splitLearningsAbove: 30,
  /** S8 */
  archiveLines: 120,
  archiveDoneItems: 20,
  archiveKeepDays: 30,
  /** S5 */
  decisionHighlights: 20,
  quickAnswers: 8,
  /** S20: the opening's budget; `check` warns when the entry alone is over it. */
  openingTokens: 3_000,
  /** S25: a file over this gives sections instead of itself; `check` says so. */
  largeFileLines: 200,
  /** A bank file larger than this is reported instead of read. */
  fileBytes: 64 * 1024 * 1024,
  /** Journal entries kept per repository, and the bytes they may take together. */
  journalEntries: 100,
  journalBytes: 256 * 1024 * 1024,
} as const
