/**
 * The promises of the specification. At least one test cites each by its number, as `[S7]` at the end of its title.
 */

export interface Requirement {
  readonly id: string
  /** Its place in the source documents. */
  readonly source: string
  readonly sentence: string
  /** The part that is implemented, if not the whole sentence. */
  readonly part?: string
}

const bank = '§2 The bank on disk'
const refresh = '§3 Refresh: detect → plan → confirm → apply'
const reading = '§4 Reading: opening, routing, recall'
const guarding = '§5 Guarding'
const writing = '§6 Writing: propose → confirm → write'
const around = '§7 Around it'

export const REQUIREMENTS: readonly Requirement[] = [
  {
    id: 'S1',
    source: bank,
    sentence:
      'MEMORY.md, legacy.md after a migration, details/ with tech, patterns, progress, design, requirements, learnings and archive; only .md files live here; state of ours never in the bank. An older program than `requires` names only reads, and says so; check reports what an older one put back.',
  },
  {
    id: 'S2',
    source: bank,
    sentence:
      'User-block bytes never change by our hand; files that init and our writing make have both blocks, older ones get a user block only when a person asks; markers never reach a model; editing is by source offsets: what is not edited keeps its bytes; markers inside code fences are text.',
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
      'What we wrote is remembered per section in our state, never in the file; where a plan would replace or remove what a person wrote or changed, and only there, the person chooses: keep, overwrite or append, else exit 4 with the conflict shown. The metadata line of older banks is read and taken out.',
  },
  {
    id: 'S5',
    source: bank,
    sentence:
      'MEMORY.md v7.1 has seven sections in order, at most 20 highlights, routes from an intent to 1–3 places and never a row for every entry; templates in Chinese and English with the same headings; the language is --lang, else the bank’s, else the project’s, else the locale’s.',
  },
  {
    id: 'S6',
    source: bank,
    sentence:
      'An index has router lines and a table; hand-written summaries, and those of an older index, survive; it follows an agent’s permitted write in that turn, and a second document on a topic is pointed out before it is written; a commit or a fresh clone alone changes no row; owed above 8 files, kept in step, rebuilt when damaged; groups above 20 requirements, splits above 30 learnings.',
  },
  {
    id: 'S7',
    source: bank,
    sentence:
      'A decision has date, what, why, what was given up, where it applies; a learning has symptom, root cause, solution, prevention; zh or en, as columns, headings or labels; judged on what a write adds, in any form; older entries are only reported, and a table that lacks the columns is widened by check --fix.',
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
      'Absent, entry missing, legacy, foreign, outdated, current, newer, unmerged or broken: by marks and names alone, no guessing from content. An unmerged bank is written by nobody but memory-bank resolve, which every refusal names; a bank that git ignores or a sparse checkout leaves out is said to be so.',
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
      'Init looks at two levels of the tree and the members of workspaces, reads manifests whole (at most 64) and prose from at most 10 files of 200 lines, honours .gitignore, does not grow with the repository; it says what the project is in one sentence or not at all, how to build, run, test and run one test, the stack of all parts rolled up, and routes to the documents that exist, each fact with its source; it ends with the agent to connect.',
  },
  {
    id: 'S13',
    source: refresh,
    sentence:
      'An upgrade needs all four markers, or none of them (then the entry is wrapped as it stands), keeps the user block, replaces or inserts the mark, and appends exactly the missing sections in order; MEMORY.md only.',
  },
  {
    id: 'S14',
    source: refresh,
    sentence:
      'A migration gives every old file its new place, joins the old entries’ user blocks verbatim, puts what was finished into progress, the old routing into legacy.md and the old index’s summaries into the new ones, and removes the old entries last; every byte of the old bank stands in the new one, and nothing twice; tracked files keep their history.',
  },
  {
    id: 'S15',
    source: refresh,
    sentence:
      'A refresh replaces only lines that a scan generated, completes routing for folders and documents that have no route, completes indexes, proposes due archives, lists stale facts; a second run plans nothing.',
  },
  {
    id: 'S16',
    source: refresh,
    sentence:
      'Lock, preconditions, journal, write-and-rename, done: killed at any instant the bank is the old one or the new one, and a person’s edit after it makes the change roll back; a command that did its work exits 0 whatever fails afterwards; undo and history work on the journal; apart from install and uninstall nothing outside memory-bank/ changes.',
  },
  {
    id: 'S20',
    source: reading,
    sentence:
      'At session start the agent gets one block: the protocol and MEMORY.md without its metadata comments, what the protocol says already, placeholders and empty sections, each path once, with the age of the newest entry and the doubts that still hold, within a token budget; over it, sections are dropped in a fixed order and named; bank text cannot close or forge our delimiters.',
  },
  {
    id: 'S21',
    source: reading,
    sentence:
      'The block is byte-identical on every model call of a session until compaction, carries no clock, forms no extra system message, and is not sent with title calls; a change of the entry by another hand is told once.',
  },
  {
    id: 'S22',
    source: reading,
    sentence:
      'First the entry, then 1–3 files read directly, then a recall for what needs evidence or crosses more; answers cite their source.',
  },
  {
    id: 'S23',
    source: reading,
    sentence:
      'recall and memory_recall return a context pack for a question and the caller’s terms: conflicts, whole entries best first, up to eight pointers to further matches, no verdict; 800 tokens for the whole unless budget says otherwise; the root README and documents that the bank routes to are searched too; derived text is never evidence; a summary only when asked for; Markdown, JSON and YAML by a published schema.',
  },
  {
    id: 'S24',
    source: reading,
    sentence:
      'One index over entries; question and terms are separate queries; title and scope weigh more than text; Chinese and English alike, identifiers and paths by their parts; restated facts after reasons, superseded entries last, recency breaks ties.',
  },
  {
    id: 'S25',
    source: reading,
    sentence:
      'For reading whole files, beyond the entry: five files a turn, 500 lines together; a file over 200 lines gives its relevant sections, else its first 100 and last 50 lines; everything relevant and unloaded is named.',
  },
  {
    id: 'S26',
    source: reading,
    sentence:
      'A path asked for by name is read even if no index knows it, and is noted; where its folder has an index, our code adds it at the turn’s end or at the next refresh, and the user is told.',
  },
  {
    id: 'S27',
    source: reading,
    sentence:
      'The protocol names the five occasions for reading patterns.md; one line, once per session, comes where a call shows an occasion (a new top-level folder or package, an added dependency, a move of many files); the user’s sentences are not classified.',
  },
  {
    id: 'S28',
    source: reading,
    sentence:
      'When an agent first reads or edits a file in a session and entries name it, its folder or a symbol it defines, one line of at most 60 tokens says what memory concludes and where; once per file and session, at most ten per root session, a doubtful entry marked so, in long-lived processes only.',
  },
  {
    id: 'S29',
    source: reading,
    sentence:
      'memory-bank learn, /memory-bank-learn and an MCP prompt: code makes a bounded worklist with a place in every line, the agent proposes one batch with evidence, the person accepts all, some or none; evidence that is not in the repository is refused, what was declined is not proposed again.',
  },
  {
    id: 'S30',
    source: guarding,
    sentence:
      'off, warn, block; environment over plugin option over file; an unknown value is an error that is shown; an agent cannot change memory-bank.json; no bank, no gate.',
  },
  {
    id: 'S31',
    source: guarding,
    sentence:
      'Before a high-risk write this session must have read patterns.md as it is now; block refuses with exactly one next step, warn notes with the tool’s result once per turn.',
  },
  {
    id: 'S32',
    source: guarding,
    sentence:
      'The engine judges the file as it would be after the write: only .md, inside the bank, user blocks byte-identical, markers intact, no deletion and no emptying, no secrets, required parts, a section that a person edited read before it is overwritten; then the writing guideline.',
  },
  {
    id: 'S33',
    source: guarding,
    sentence:
      'Commands that write the bank, our own commands that write or change protection, and edits of memory-bank.json and of our entries in hosts’ settings are refused before they run; reading is never refused; version control is allowed.',
  },
  {
    id: 'S34',
    source: guarding,
    sentence:
      'What cannot be decided beforehand is compared afterwards; where the command names the bank or holds what could not be resolved, the former content is put back and the attempt kept in the journal with secrets masked; any other change is left, shown, and undone by one command; what version control had recorded before the command began is no change, and told where it changes a user block or adds a secret, also after a command that was left running.',
  },
  {
    id: 'S35',
    source: guarding,
    sentence:
      'Keys, tokens, passwords (also named in a sentence with their account), private keys, seeds of wallets and one-time passwords, and connection strings with credentials are refused in new text, showing kind and line, never the value; text already there is reported, and moves unchanged in a migration; personal data is a warning by default; values are never printed, logged or journalled by us.',
  },
  {
    id: 'S36',
    source: guarding,
    sentence:
      'confirm, direct, writer: who may write the bank; what the user declined is refused in warn and block alike until they ask for it.',
  },
  {
    id: 'S37',
    source: guarding,
    sentence:
      'If our own code fails, ordinary work goes on and doctor is told; only a write aimed at the bank is refused. Unknown tools and events pass; where our state, server or Node is missing, work goes on, the opening comes, no gate blocks, and the person is told in the host and by doctor. Protection never ends silently: what switches us off in settings is told. Memory and time per session are bounded; a thousand sessions leave nothing behind.',
  },
  {
    id: 'S38',
    source: guarding,
    sentence:
      'After compaction what was read no longer counts: the summary keeps focus and files in use (at most ten lines), and a risky write waits until MEMORY.md, the patterns and the documents in use were read again; sub-agents’ reads count for themselves, a memory-reader’s for its parent.',
  },
  {
    id: 'S39',
    source: guarding,
    sentence:
      'Only regular files inside the repository are opened, links resolved and contained, with bounds on size, count and time: a huge or endless file is named and skipped, and every reading command and the opening answer in seconds; settings that come with a repository may strengthen protection, not weaken it, until a person said that it is theirs, and the opening says whose words it carries; what reaches a model or a terminal is neutralised, and found by check.',
  },
  {
    id: 'S40',
    source: writing,
    sentence:
      'What is worth keeping is the model’s judgement, by the table in protocol and skill. After a turn whose calls show something (settings changed, red to green, a revert, a move) or with a plain request to remember, and without a proposal, one line reaches the model with the next request that happens anyway: at most every third turn, never after two refusals, in talk about the bank, at an answer, while a proposal waits, or where the change was taken back. What was declined, skipped or waits is not asked again.',
  },
  {
    id: 'S41',
    source: writing,
    sentence:
      'Answer words, Chinese and English: confirm, reject, anything else moves on; negation, questions, mixed answers and parts (by number, by kind, by what they are about) are understood.',
  },
  {
    id: 'S42',
    source: writing,
    sentence:
      'Only what was shown can be accepted, and only by a person; beside another question a plain yes is to that; an acceptance is bound to its proposal, single-use, and void at the user’s next turn; text that merely sounds like consent cannot write. A proposal may also remove an entry: shown, confirmed, journalled, links updated.',
  },
  {
    id: 'S43',
    source: writing,
    sentence:
      'Carrying out goes through the plan: right file and section for each kind, existing files found first and updated, next free number, index in step, block metadata, secrets and required parts checked; memory-bank add is the same for people.',
  },
  {
    id: 'S44',
    source: writing,
    sentence: 'The texts users know from the seeds are pinned, zh and en; the person sees the result in every host.',
    part: 'the proposal, the write summary, index rebuilt',
  },
  {
    id: 'S45',
    source: guarding,
    sentence:
      'Document first (off, warn, block): the first source files of a new folder, package or module wait for a requirement or design document that the session read, wrote or proposed; by calls only; tests, generated files and moves do not count.',
  },
  {
    id: 'S50',
    source: around,
    sentence:
      'memory-bank check: structure, markers, versions, required parts, dead links and pointers, duplicate numbers, sizes, secrets, index; JSON, SARIF and fixes; exit code for CI.',
    part: 'drift (S51) has its own',
  },
  {
    id: 'S51',
    source: around,
    sentence:
      'Facts in the bank that name files, symbols, commands, scripts, dependencies, versions are checked against the repository: valid, moved, changed, gone; the root’s manifest before an example’s; anchors are verified; git tells how far the code moved since. Names need not be quoted: what we write marks paths, commands and packages itself. The same judgement stands wherever an entry is read. Two facts that contradict each other are a finding.',
  },
  {
    id: 'S52',
    source: around,
    sentence:
      'The skill and its references are complete where no plugin runs, give way to the protocol where one does, and agree with protocol and code.',
  },
  {
    id: 'S53',
    source: around,
    sentence:
      'OpenCode 1 and 2 first (one package, one line in its config, a path until the name is published: hooks, tools, command, agents, skill, nothing copied), Kilo (OpenCode’s plugin), Claude Code, Codex, Copilot CLI, Qwen Code; then Gemini CLI, Cline; MCP and an opt-in pointer in AGENTS.md for everyone else. oh-my-opencode: an optional key trigger for both orchestrators through its configuration, with opt-out, a recursion guard that compares the very question asked, and detection cached for 60 seconds. A host has one shape (decode, encode, settings, diagnose, prove). install, uninstall, doctor per host: dry run, comments and unknown settings kept, machine paths only in files that are not shared, exact removal, and doctor proves that the host really refuses, in the person’s own configuration as well as in a clean one.',
  },
  {
    id: 'S54',
    source: around,
    sentence:
      'status at a glance; a local dashboard (loopback only, one-time token, never opens by itself) to review proposals with diffs and edit them, see what the agent sees with its tokens, read and search with links, freshness, use and provenance, and undo; --export writes it as one static page; progress on anything longer than a second; colour only on a terminal; --json everywhere by published schemas; stable exit codes; completion.',
  },
  {
    id: 'S55',
    source: around,
    sentence:
      'The bank is shared by git, and parallel work does not conflict: numbers are not taken twice (all local and remote-tracking branches and worktrees are looked at; a clash is renumbered by refresh, links with it). Where two branches still meet: a merge driver (registered by install with consent) merges by block, section, row and entry; memory-bank resolve does the same after the fact from git’s index stages or from conflict markers; only two edits of the same entry, or of a user block, are left to the person. In team mode an addition or a supersession is one new file in the inbox, read at once; done marks, status and corrections are edited in place; no index, route, highlight or number changes before folding; refresh --fold folds inbox files into their places on any branch; status offers it from ten files on. check --merge proves that no entry of either side was lost. Each worktree has its branch’s bank, our state is kept per repository; a proposal in a removed worktree is not lost; several processes write at once without losing anything.',
  },
  {
    id: 'S56',
    source: around,
    sentence:
      'How often each entry was shown, read, cited and acted on, by session, when last: kept locally in our state, counted by our code (never by asking the model), off by one switch. memory-bank usage, status and the dashboard show it; what was offered often as a pointer (in recall, at a file) and never followed, after a time of grace, is proposed for the archive, never deleted; what stands whole in the opening is no candidate. The opening and packs cost what they cost: tokens per session are shown.',
  },
  {
    id: 'S57',
    source: around,
    sentence:
      'Every entry can say where it comes from: who said it (user, agent, code, import), how it was accepted, in which host and session, at which commit, on what evidence, what it replaced. Stamped by our code, never by the model, kept through rewrites, merges and migration. In the file: evidence as links, and in files of one entry one comment (said by, accepted on, source); host, session and commit stay in our journal; rows carry no comment, and a clone shows what git knows. No personal data beyond what git has. Recall and the dashboard show it in one line.',
  },
  {
    id: 'S58',
    source: around,
    sentence:
      'Memory is what the code cannot tell. An entry that repeats a manifest, a README, a document or what the neighbouring code shows is pointed out with that place when it is proposed or added, and by check. details/tech.md holds commands, versions that bind and facts without a file of their own, not a copy of a manifest.',
    part: 'of the neighbouring code: its comments and the tree of files',
  },
  {
    id: 'S60',
    source: around,
    sentence:
      'memory-bank import [source] finds what other tools left (Serena memories, Claude Code’s auto memory and .claude/memory, Cline, Roo, Kilo and Cursor banks and rules, Qwen’s, basic-memory notes, CLAUDE.md / AGENTS.md / GEMINI.md / Copilot instructions), and plans: what becomes which entry, what is kept whole, what is skipped and why (prompts to the model, empty templates, links). Copies unless asked to convert in place; every non-blank line is findable afterwards, save that a copied secret’s value becomes ‹removed: kind› (converted in place it stays and is reported); personal preferences go into no shared file unasked; dates are taken, never invented; imported entries carry their source (S57); a second import of unchanged sources plans nothing. What it is not sure of comes as a proposal.',
  },
]
