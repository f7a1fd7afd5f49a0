#!/usr/bin/env node
/** The entry file: enables Node's compile cache where there is one, and loads the program, or for git its merge driver alone. */

import module from 'node:module'

// Node 22 and newer can keep compiled code between runs; Node 20 cannot.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache()
const [command, ...rest] = process.argv.slice(2)
// Git starts us once for each file, and reads a wrong word of ours as a conflict: nothing is parsed, and little is loaded.
if (command === 'merge-driver' && rest.length >= 3)
  void import('./run/merge-driver.ts').then(
    ({ mergeDriver }) => {
      process.exitCode = mergeDriver(rest)
    },
    () => {
      process.exitCode = 129
    },
  )
else void import('./program.ts').then(({ runProgram }) => runProgram())
