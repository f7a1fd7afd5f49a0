/** Every threshold: its name, its number, and the promise it comes from. */

export const LIMITS = {
  /** S12: how much of a project's prose a scan reads. */
  scanFiles: 10,
  scanLines: 200,
  /** S12: manifests are data and read whole; what is beyond is named. */
  scanManifests: 64,
  manifestBytes: 256 * 1024,
  /** S12: entries looked at in one folder, so that a scan's cost does not grow with the repository. */
  scanFolderEntries: 400,
  scanFolders: 60,
  /** S12: folders of workspace members that are looked into beyond the first two levels. */
  scanMemberFolders: 120,
  /** S12: places outside the bank that the entry routes to. */
  documentPlaces: 12,
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
  routeFiles: 3,
  /** S5: files and folders of a person's own beside the standard ones that have a route each; more share one. */
  ownRoutes: 3,
  /** S20: the opening's budget; `check` warns when the entry alone is over it. */
  openingTokens: 3_000,
  /** S20: above this an opening has its long items shortened, before anything is left out. */
  openingAim: 840,
  /** S25: what a turn loads beyond the entry, at most. */
  recallFiles: 5,
  recallLines: 500,
  /** S23: a pack as a whole, and the most that one may ask for. */
  packTokens: 800,
  recallTokens: 8_000,
  recallTerms: 8,
  /** S25: the first and last lines of a long file in which nothing was asked for. */
  headLines: 100,
  tailLines: 50,
  /** S23: documents of the repository that the bank routes to. */
  routedFiles: 64,
  routedBytes: 256 * 1024,
  /** S29: the worklist as a text, and how much is read for it. */
  worklistTokens: 1_500,
  worklistCommits: 1_500,
  worklistDocuments: 120,
  worklistMilliseconds: 2_000,
  /** S25: a file over this gives sections instead of itself; `check` says so. */
  largeFileLines: 200,
  /** S39: a bank file larger or longer than this is named instead of read. */
  fileBytes: 2 * 1024 * 1024,
  fileLines: 10_000,
  /** S39: of a bank that holds more, the rest is named instead of read. */
  bankFiles: 5_000,
  bankBytes: 8 * 1024 * 1024,
  bankLines: 200_000,
  bankFolderDepth: 32,
  /** S60: files of another tool that are looked at in one folder. */
  importFiles: 400,
  /** S34, S39: what a command did to a larger file is not compared. */
  watchedBytes: 64 * 1024 * 1024,
  /** S39: memory-bank.json. */
  settingsBytes: 256 * 1024,
  /** S39: rules of one .gitignore. */
  ignoreBytes: 256 * 1024,
  /** An agent's write that would leave more than this in a bank file is refused unread. */
  writtenCharacters: 2 * 1024 * 1024,
  /** Journal entries kept per repository, and the bytes they may take together. */
  journalEntries: 100,
  journalBytes: 256 * 1024 * 1024,
} as const
