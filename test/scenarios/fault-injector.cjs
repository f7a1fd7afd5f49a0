/**
 * Counts the program's file operations below given folders. At chosen ones it kills the program, lets the call fail, or
 * saves a file as a person's editor would. Loaded into the real program with `node --require`, where a kill is SIGKILL; or
 * armed in a thread (`program-in-thread.ts`), where a kill means that no more writes reach the disk.
 *
 *   MB_FAULT = {
 *     "folders": [...],
 *     "faults": [{ "at": 12, "what": "kill" | "ENOSPC" | …, "stays": false }
 *              | { "at": 12, "what": "edit", "file": "…", "from": "…", "to": "…", "done": "<file made then>" }],
 *     "reads": false,
 *     "count": "<file that gets a line per operation>",
 *     "snapshots": { "into": "<folder>", "of": { "<name>": "<folder>" } }
 *   }
 *
 * Snapshots show the result of a kill at each operation: copies of folders in <into>/<number of the operation>/<name>. A
 * killed write has written half of its bytes, as in a real crash. A fault that stays is a disk that stays full (nothing new
 * is written), or a permission that stays missing, until the process ends.
 */

const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')
const { join } = require('node:path')

const planned = JSON.parse(process.env.MB_FAULT ?? 'null')
if (planned !== null) {
  arm(planned, () => {
    process.kill(process.pid, 'SIGKILL')
    // The signal arrives before the next turn of the loop. Until then the program must not continue.
    for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
  })
}

/** Returns whether a kill has happened, and how to remove the faults. */
function arm(plan, kill) {
  const real = { ...fs }
  let isDead = false
  const watched = new Set()
  /** Syncing a folder is an operation; opening and closing it are not. */
  const onlyRead = new Set()
  let seen = 0
  let lasting

  const isBelow = (path) => typeof path === 'string' && plan.folders.some((folder) => path.startsWith(folder))

  const strike = (name, { halfWay, before } = {}) => {
    if (isDead) throw new Error(`killed before ${name}`)
    seen += 1
    if (plan.count !== undefined) real.appendFileSync(plan.count, `${name}\n`)
    for (const [folder, from] of Object.entries(plan.snapshots?.of ?? {}))
      copy(real, from, join(plan.snapshots.into, String(seen), folder))
    const fault = (plan.faults ?? []).find((one) => one.at === seen) ?? (concerns(lasting, name) ? lasting : undefined)
    if (fault === undefined) return
    if (fault.what === 'edit') {
      // A file that has moved is not open in the editor any more.
      if (!real.existsSync(fault.file)) return
      real.writeFileSync(
        fault.file,
        real.readFileSync(fault.file, 'utf8').replace(fault.from, () => fault.to),
      )
      real.writeFileSync(fault.done, '')
      return
    }
    if (fault.what === 'kill') {
      halfWay?.()
      isDead = true
      return kill(name)
    }
    if (fault.stays) lasting = fault
    before?.()
    throw Object.assign(new Error(`${fault.what}: injected, ${name}`), { code: fault.what, syscall: name })
  }

  /** A full disk still removes and renames. A missing permission does not close open files. */
  const concerns = (fault, name) => {
    if (fault === undefined) return false
    if (fault.what === 'ENOSPC')
      return ['openSync', 'writeSync', 'fsyncSync', 'mkdirSync', 'writeFileSync'].includes(name)
    if (fault.what === 'EACCES') return !['writeSync', 'fsyncSync', 'closeSync'].includes(name)
    return true
  }

  const writing = [
    ...['renameSync', 'unlinkSync', 'mkdirSync', 'rmdirSync', 'chmodSync', 'linkSync', 'symlinkSync', 'rmSync'],
    ...['copyFileSync', 'cpSync', 'truncateSync', 'utimesSync', 'mkdtempSync'],
  ]
  const reading = ['readFileSync', 'readdirSync', 'opendirSync', 'statSync', 'lstatSync', 'accessSync', 'realpathSync']
  for (const name of [...writing, ...(plan.reads ? reading : [])]) {
    fs[name] = Object.assign((path, ...rest) => {
      if (isBelow(path)) strike(name)
      return real[name](path, ...rest)
    }, real[name])
  }
  fs.openSync = (path, flags, ...rest) => {
    const writes = typeof flags === 'string' && /[wax+]/.test(flags)
    if (isBelow(path) && (writes || plan.reads)) strike('openSync')
    const file = real.openSync(path, flags, ...rest)
    if (isBelow(path) && (writes || plan.reads)) watched.add(file)
    else if (isBelow(path)) onlyRead.add(file)
    return file
  }
  fs.writeSync = (file, data, ...rest) => {
    if (plan.snapshots !== undefined && watched.has(file)) {
      const bytes = Buffer.from(data).subarray(...rest)
      const half = real.writeSync(file, bytes.subarray(0, Math.floor(bytes.length / 2)))
      strike('writeSync')
      return half + real.writeSync(file, bytes.subarray(half))
    }
    const halfWay = () => real.writeSync(file, data.slice(0, Math.floor(data.length / 2)))
    if (watched.has(file)) strike('writeSync', { halfWay })
    return real.writeSync(file, data, ...rest)
  }
  fs.fsyncSync = (file) => {
    if (watched.has(file) || onlyRead.has(file)) strike('fsyncSync')
    return real.fsyncSync(file)
  }
  fs.closeSync = (file) => {
    onlyRead.delete(file)
    // The system closes a file even if closing reports an error.
    if (watched.delete(file)) strike('closeSync', { before: () => real.closeSync(file) })
    return real.closeSync(file)
  }
  syncBuiltinESMExports()
  return {
    isDead: () => isDead,
    operations: () => seen,
    disarm() {
      for (const name of Object.keys(real)) if (fs[name] !== real[name]) fs[name] = real[name]
      syncBuiltinESMExports()
    },
  }
}

/** Copies with times and links. `cpSync` would call the replaced functions. */
function copy(real, from, to) {
  const stat = real.lstatSync(from)
  if (stat.isSymbolicLink()) return real.symlinkSync(real.readlinkSync(from), to)
  if (stat.isDirectory()) {
    real.mkdirSync(to, { recursive: true, mode: stat.mode })
    for (const name of real.readdirSync(from)) copy(real, join(from, name), join(to, name))
  } else {
    real.copyFileSync(from, to)
    real.utimesSync(to, stat.atime, stat.mtime)
  }
}

module.exports = { arm }
