import { realCodex } from './codex.ts'
import { realHost } from './real-suite.ts'

realHost(realCodex)
