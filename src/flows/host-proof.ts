/** What it takes to see a real host refuse: a sample project, a scripted model, and the calls that model makes. */

import type { ModelStep } from '../workspace/project/scripted-model.ts'

/** Where a proof happens; everything of it is thrown away afterwards. */
interface ProofPlace {
  readonly home: string
  readonly project: string
  /** The package the host shall load. */
  readonly plugin: string
  /** The scripted model, on loopback. */
  readonly modelUrl: string
}

export interface HostProof {
  /** Files of the sample, by their absolute paths: the host's settings, with our entry and no other. */
  files(place: ProofPlace): Readonly<Record<string, string>>
  /** Started one after the other; the calls are made in the last. */
  readonly runs: readonly (readonly string[])[]
  env(place: ProofPlace): Readonly<Record<string, string>>
  /** How the host's model calls its tools. */
  write(path: string, content: string): ModelStep & { readonly kind: 'call' }
  shell(command: string): ModelStep & { readonly kind: 'call' }
}

/** What was seen of one forbidden call. */
export interface SeenAttempt {
  readonly tool: string
  readonly target: string
  /** Nothing was written. */
  readonly held: boolean
  /** The model was told why, in our words. */
  readonly told: boolean
}

export interface Proof {
  readonly host: string
  readonly program: string
  readonly version: string | undefined
  readonly plugin: string
  readonly seconds: number
  /** Whether the host asked the model at all. */
  readonly started: boolean
  /** An ordinary file was written: the host's tools work. */
  readonly ordinary: boolean
  readonly attempts: readonly SeenAttempt[]
  readonly proven: boolean
  readonly ending: 'ended' | 'timed-out'
  /** The last of what the host printed, where it did not even begin. */
  readonly said: string
}
