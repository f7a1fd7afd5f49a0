/** Every threshold: its name, its number, and the requirement it comes from. */

export const LIMITS = {
  /** S12: how much prose of a project a scan reads. */
  scanFiles: 10,
  scanLines: 200,
  /** S12: manifests are read whole up to this size; larger ones are reported. */
  scanManifests: 64,
  /** S12: CI workflows among them. */
  scanWorkflows: 12,
  manifestBytes: 256 * 1024,
  /** S12: entries examined per folder, so that a scan does not grow with the repository. */
  scanFolderEntries: 400,
  scanFolders: 60,
  /** S12: workspace member folders examined below the first two levels. */
  scanMemberFolders: 120,
  /** S12: places outside the bank that MEMORY.md routes to. */
  documentPlaces: 12,
  /** S6: a folder with more files than this needs an index. */
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
  /** S5: nonstandard files and folders that get a route each; the rest share one. */
  ownRoutes: 3,
  /** S20: the budget of the opening. `check` warns if MEMORY.md alone exceeds it. */
  openingTokens: 3_000,
  /** S20: above this, long items of the opening are shortened before anything is left out. */
  openingAim: 840,
  /** S25: the maximum that a turn loads in addition to MEMORY.md. */
  recallFiles: 5,
  recallLines: 500,
  /** S23: the default size of a pack, and the largest that can be asked for. */
  packTokens: 800,
  recallTokens: 8_000,
  recallTerms: 8,
  /** S25: lines shown from the start and end of a long file if there is no question. */
  headLines: 100,
  tailLines: 50,
  /** S23: repository documents that the bank routes to. */
  routedFiles: 64,
  routedBytes: 256 * 1024,
  /** S29: the size of the worklist as text, and how much is read for it. */
  worklistTokens: 1_500,
  worklistCommits: 1_500,
  worklistDocuments: 120,
  worklistMilliseconds: 2_000,
  /** S25: larger files are sent in sections, and `check` reports them. */
  largeFileLines: 200,
  /** S39: a larger or longer bank file is listed but not read. */
  fileBytes: 2 * 1024 * 1024,
  fileLines: 10_000,
  /** S39: in a larger bank, the remaining files are listed but not read. */
  bankFiles: 5_000,
  bankBytes: 8 * 1024 * 1024,
  bankLines: 200_000,
  bankFolderDepth: 32,
  /** S60: files of another tool examined per folder. */
  importFiles: 400,
  /** S34, S39: larger files are not compared after a command. */
  watchedBytes: 8 * 1024 * 1024,
  /** S39: memory-bank.json. */
  settingsBytes: 256 * 1024,
  /** S39: rules of one .gitignore. */
  ignoreBytes: 256 * 1024,
  /** A write by an agent that makes a bank file larger than this is refused without reading it. */
  writtenCharacters: 2 * 1024 * 1024,
  /** Journal entries per repository, and their total size in bytes. */
  journalEntries: 100,
  journalBytes: 256 * 1024 * 1024,
} as const
