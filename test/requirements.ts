/**
 * The promises that are kept by now: each is a sentence of the specification that at least one test cites
 * by its number, as `[S7]` at the end of its title.
 */

export interface Requirement {
  readonly id: string
  /** Where the specification says it. */
  readonly source: string
  readonly sentence: string
  /** Which part of it is claimed, where that is not all. */
  readonly part?: string
}

const bank = '§2 The bank on disk'
const refresh = '§3 Refresh: detect → plan → confirm → apply'
const around = '§7 Around it'

export const REQUIREMENTS: readonly Requirement[] = [
  {
    id: 'S1',
    source: bank,
    sentence:
      'MEMORY.md, legacy.md after a migration, details/ with tech, patterns, progress, design, requirements, learnings and archive; only .md files live here; state of ours never in the bank.',
  },
  {
    id: 'S2',
    source: bank,
    sentence:
      'User-block bytes never change by our hand; editing is by source offsets: what is not edited keeps its bytes; markers inside code fences are text.',
    part: 'what our own commands do; agents’ tools are guarded later',
  },
  {
    id: 'S3',
    source: bank,
    sentence:
      'The version mark is the first line of the machine block; versions compare part by part; the version is detected, never assumed; a newer bank is not touched.',
  },
  {
    id: 'S4',
    source: bank,
    sentence:
      'Every machine write carries a metadata line with the block’s hash, line endings normalised; a block a person edited is never overwritten silently: keep, overwrite or append, else exit 4.',
    part: 'an agent’s permitted writes come with the guard',
  },
  {
    id: 'S5',
    source: bank,
    sentence:
      'MEMORY.md v7.1 has seven sections in order, at most 20 highlights; templates in Chinese and English with the same headings; the language is --lang, else the bank’s, else the project’s, else the locale’s.',
  },
  {
    id: 'S6',
    source: bank,
    sentence:
      'An index has router lines and a table; hand-written summaries survive; owed above 8 files, kept in step, rebuilt when damaged; groups above 20 requirements, splits above 30 learnings.',
  },
  {
    id: 'S7',
    source: bank,
    sentence:
      'A decision has date, what, why, what was given up, where it applies; a learning has symptom, root cause, solution, prevention; zh or en, as columns, headings or labels.',
    part: 'reading and telling what is missing',
  },
  {
    id: 'S8',
    source: bank,
    sentence:
      'Past 120 lines or 20 done items, done items older than 30 days move to the archive by month; moved text is byte-identical.',
  },
  {
    id: 'S9',
    source: bank,
    sentence:
      'The root is the nearest ancestor with a bank, not above the git top level; else the top level; else the working directory; never / and never the home directory; everything works outside git too.',
  },
  {
    id: 'S10',
    source: refresh,
    sentence:
      'Absent, entry missing, legacy, foreign, outdated, current, newer or broken: by the mark alone, no guessing from content.',
  },
  {
    id: 'S11',
    source: refresh,
    sentence:
      'One command prints the plan and asks; --yes, --dry-run (exit 0), --json; without a terminal and without --yes it prints the plan and exits 3.',
    part: 'the command line; the hosts’ command comes later',
  },
  {
    id: 'S12',
    source: refresh,
    sentence:
      'Init reads at most 10 files of at most 200 lines and two levels of the tree, honours .gitignore, does not grow with the repository, and fills in facts, each with its source.',
  },
  {
    id: 'S13',
    source: refresh,
    sentence:
      'An upgrade needs all four markers, keeps the user block, replaces or inserts the mark, and appends exactly the missing sections in order; MEMORY.md only.',
  },
  {
    id: 'S14',
    source: refresh,
    sentence:
      'A migration gives every old file its new place, joins user blocks verbatim, removes the old entries last; every byte of the old bank stands in the new one; tracked files keep their history.',
  },
  {
    id: 'S15',
    source: refresh,
    sentence:
      'A refresh replaces only lines that a scan generated, completes routing and indexes, proposes due archives; a second run plans nothing.',
    part: 'stale facts (S51) are listed later',
  },
  {
    id: 'S16',
    source: refresh,
    sentence:
      'Lock, preconditions, journal, write-and-rename, done: killed at any instant the bank is the old one or the new one; undo and history work on the journal; nothing outside memory-bank/ changes.',
  },
  {
    id: 'S20',
    source: '§4 Reading',
    sentence: 'Within a token budget, counted with an estimate proven within 15 % for Chinese, English and code.',
    part: 'the estimate that status and check show',
  },
  {
    id: 'S25',
    source: '§4 Reading',
    sentence: 'A file over 200 lines gives its relevant sections.',
    part: 'check names such files',
  },
  {
    id: 'S44',
    source: '§6 Writing',
    sentence:
      'A summary that begins [Memory Bank 写入完成] / [Memory Bank updated] and lists created and updated files and the status.',
    part: 'the summary after a write',
  },
  {
    id: 'S50',
    source: around,
    sentence: 'memory-bank check: structure, markers, versions, dead links, sizes, index; exit code for CI.',
    part: 'the rest of check comes later',
  },
  {
    id: 'S54',
    source: around,
    sentence:
      'status at a glance; progress on anything longer than a second; colour only on a terminal; --json everywhere by published schemas; stable exit codes; completion.',
    part: 'the command line; the dashboard comes later',
  },
  {
    id: 'S55',
    source: around,
    sentence:
      'Each worktree has its branch’s bank, our state is kept per repository; several processes write at once without losing anything.',
    part: 'processes and worktrees; the merge driver comes later',
  },
]
