#!/usr/bin/env node
/** The first file: asks Node to keep what it compiles, where it can, and loads the program. */

import module from 'node:module'

// Node 22 and newer keep compiled code between runs; Node 20 starts without.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache()
void import('./program.ts').then(({ runProgram }) => runProgram())
