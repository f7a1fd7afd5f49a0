#!/usr/bin/env node
/** Entry file: enables Node's compile cache and loads the program. */

import module from 'node:module'

// Node 22 and newer cache compiled code between runs.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache()
void import('./program.ts').then(({ runProgram }) => runProgram())
