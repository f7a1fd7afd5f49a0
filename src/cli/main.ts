#!/usr/bin/env node
/** The entry file: enables Node's compile cache where there is one, and loads the program. */

import module from 'node:module'

// Node 22 and newer can keep compiled code between runs; Node 20 cannot.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache()
void import('./program.ts').then(({ runProgram }) => runProgram())
