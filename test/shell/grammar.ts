/**
 * Commands generated from a grammar: a way to write or read, a spelling of a path, and wrappers.
 *
 * `tmp` is the stage's folder for temporary files. No command names a path outside the stage.
 */

export type Random = () => number

/** A seeded random number generator, so that a run can be repeated. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export interface Generated {
  readonly command: string
  readonly cwd: string
}

export function generate(random: Random, tmp: string): Generated {
  const cwd = pick(random, ['.', '.', '.', 'docs', 'memory-bank', 'memory-bank/details'])
  const action = random() < 0.72 ? pick(random, WRITERS) : pick(random, READERS)
  const target = spell(random, pick(random, TARGETS), cwd)
  const source = up(cwd, 'docs/note.md')
  const core = action.replaceAll('SRC', () => source).replaceAll('TARGET', () => target.text)
  let command = (target.before + core).replaceAll('{{TMP}}', () => tmp)
  const layers = Math.floor(random() * 3)
  for (let i = 0; i < layers; i += 1) command = pick(random, WRAPPINGS)(command, tmp)
  return { command, cwd }
}

const TARGETS = [
  'memory-bank/MEMORY.md',
  'memory-bank/MEMORY.md',
  'memory-bank/details/tech.md',
  'memory-bank/new.md',
  'memory-bank/details/new.md',
  'docs/new.md',
  'docs/guide.md',
  'src/app.ts',
  'memory-bank-old/MEMORY.md',
  'skills/memory-bank/SKILL.md',
  'mb-link/MEMORY.md',
  'docs/mem.md',
  'memory-bank/../src/app.ts',
  'src/../memory-bank/MEMORY.md',
]

const WRITERS = [
  'echo x > TARGET',
  'echo x >> TARGET',
  'printf "%s\\n" x >| TARGET',
  'cat SRC > TARGET',
  'cp SRC TARGET',
  'cp -f SRC TARGET',
  'install SRC TARGET',
  'dd if=SRC of=TARGET status=none',
  'echo x | tee TARGET >/dev/null',
  'echo x | tee -a TARGET >/dev/null',
  'touch TARGET.x',
  'rm -f TARGET',
  'mv TARGET TARGET.old',
  'truncate -s 0 TARGET',
  'sed -i "1s/^/x/" TARGET',
  'sed -i.bak s/a/b/ TARGET',
  'perl -pi -e "s/a/b/" TARGET',
  'sort -o TARGET SRC',
  'sort --output=TARGET SRC',
  'ln -f SRC TARGET',
  'mkdir -p TARGET.d',
  "awk '{print}' SRC > TARGET",
  'python3 -c \'import sys; open(sys.argv[1],"w").write("x")\' TARGET',
  'node -e \'require("fs").appendFileSync(process.argv[1],"x")\' TARGET',
  'cat <<EOF > TARGET\nhello\nEOF',
  'split -l 1 SRC TARGET.',
  'gzip -kf TARGET',
  '{ echo a; echo b; } > TARGET',
  '(echo a; echo b) >> TARGET',
  'while read -r l; do echo "$l"; done < SRC > TARGET',
  'exec 4> TARGET; echo x >&4',
  "sed -n 'w TARGET' SRC",
]

const READERS = [
  'cat TARGET',
  'head -3 TARGET',
  'grep -n a TARGET',
  'wc -l < TARGET',
  'cp TARGET {{TMP}}/out',
  'sed -n 1,3p TARGET',
  'awk "{print \\$1}" TARGET',
  'sort TARGET > {{TMP}}/sorted',
  'diff SRC TARGET > {{TMP}}/d',
  'tar cf {{TMP}}/t.tar TARGET',
  "python3 -c 'import sys; print(open(sys.argv[1]).read())' TARGET",
  'echo "see TARGET"',
  'test -f TARGET && echo yes',
  'ls -l TARGET',
  'stat TARGET',
  'gzip -c TARGET > {{TMP}}/z.gz',
  'cat TARGET | tee {{TMP}}/copy',
]

interface Spelling {
  readonly before: string
  readonly text: string
}

function spell(random: Random, path: string, cwd: string): Spelling {
  const from = up(cwd, path)
  const slash = from.lastIndexOf('/')
  const folder = slash === -1 ? '.' : from.slice(0, slash)
  const name = from.slice(slash + 1)
  const ways: readonly (() => Spelling)[] = [
    () => ({ before: '', text: from }),
    () => ({ before: '', text: `./${from}` }),
    () => ({ before: '', text: `"${from}"` }),
    () => ({ before: '', text: from.replace(/([a-z])([a-z])/, "$1''$2") }),
    () => ({ before: '', text: from.replace(/([a-z])/, '\\$1') }),
    () => ({ before: `D=${folder}; `, text: `$D/${name}` }),
    () => ({ before: `D=${folder}\nF="$D/${name}"\n`, text: '"$F"' }),
    () => ({ before: '', text: `$(echo ${folder})/${name}` }),
    () => ({ before: '', text: `$(dirname ${folder}/x)/${name}` }),
    () => ({ before: `cd ${folder} && `, text: name }),
    () => ({ before: `a=(x ${folder}); `, text: `\${a[1]}/${name}` }),
    () => ({ before: `p=${folder.slice(0, 2)}; p+=${folder.slice(2)}; `, text: `\${p}/${name}` }),
    () => ({ before: `p=${folder}/${name}.tmp; `, text: `\${p%.tmp}` }),
    () => ({ before: `set -- ${folder}; `, text: `$1/${name}` }),
    () => ({ before: '', text: `"$PWD/${from}"` }),
    () => ({ before: `export T=${from}; `, text: `"\${T:-x}"` }),
    () => ({ before: `read -r q <<< ${from}; `, text: '"$q"' }),
    () => ({ before: `x=${folder.replaceAll('-', '_')}; `, text: `"\${x//_/-}/${name}"` }),
    () => ({ before: `x=$(echo ${folder} | tr a-z A-Z); `, text: `"\${x,,}/${name}"` }),
    () => ({ before: `g() { echo "${folder}/$1"; }; `, text: `"$(g ${name})"` }),
    () => ({ before: `printf -v z '%s/%s' ${folder} ${name}; `, text: '"$z"' }),
    () => ({ before: `declare -A m=([k]=${folder}); `, text: `"\${m[k]}/${name}"` }),
    () => ({ before: `pushd ${folder} >/dev/null; `, text: name }),
  ]
  return pick(random, ways)()
}

const WRAPPINGS: readonly ((command: string, tmp: string) => string)[] = [
  (command) => `(${command}\n)`,
  (command) => `{ ${command}\n}`,
  (command) => `if true; then ${command}\nfi`,
  (command) => `true && { ${command}\n}`,
  (command) => `false || { ${command}\n}`,
  (command) => `f() { ${command}\n}; f`,
  (command) => `for i in 1; do ${command}\ndone`,
  (command) => `bash -c ${quoted(command)}`,
  (command) => `eval ${quoted(command)}`,
  (command) => `bash <<'END_OF_SCRIPT'\n${command}\nEND_OF_SCRIPT`,
  (command) => `echo ${quoted(command)} | bash`,
  (command) => `ls >/dev/null; ${command}`,
  (command) => `${command}\nls >/dev/null`,
  (command) => `timeout 5 bash -c ${quoted(command)}`,
  (command) => `env A=1 bash -c ${quoted(command)}`,
  (command) => `xargs -I{} bash -c ${quoted(command)} <<< x`,
  (command) => `while :; do ${command}\nbreak; done`,
  (command) => `trap ${quoted(command)} EXIT`,
  (command) => `bash -c 'eval "$1"' _ ${quoted(command)}`,
  (command) => `source <(echo ${quoted(command)})`,
  (command) => `find . -maxdepth 0 -exec bash -c ${quoted(command)} \\;`,
  (command) => `node -e 'require("child_process").execSync(process.argv[1],{shell:"/bin/bash"})' ${quoted(command)}`,
  (command) => `c=${quoted(command)}; eval "$c"`,
  (command) => `case x in x) ${command}\n;; esac`,
  (command, tmp) => `cat > ${tmp}/s.sh <<'END_OF_FILE'\n${command}\nEND_OF_FILE\nbash ${tmp}/s.sh`,
  (command) => `python3 -c 'import subprocess,sys; subprocess.run(["bash","-c",sys.argv[1]])' ${quoted(command)}`,
  (command) => `echo ${Buffer.from(command).toString('base64')} | base64 -d | bash`,
]

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function up(cwd: string, path: string): string {
  return cwd === '.' ? path : '../'.repeat(cwd.split('/').length) + path
}

function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}
