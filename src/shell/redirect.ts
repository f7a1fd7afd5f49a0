/** Redirections: what they open, what they write, and where output then goes. */

import type { Redirect, Redirection } from 'unbash'
import { expandParts, expandText, expandWord } from './expand.ts'
import { locate, noteRead, type Shell, textOfFile, write } from './shell.ts'
import { type Channels, deafSink, type Sink, sink, source } from './state.ts'
import { hasUnknown, UNKNOWN } from './text.ts'
import { assignText } from './variables.ts'

export interface Redirecting {
  readonly channels: Channels
  /** After the command, the files hold what it printed. */
  readonly close: () => void
}

export function redirect(shell: Shell, redirects: readonly Redirection[], channels: Channels): Redirecting {
  const opened: Opened = []
  for (const part of redirects) {
    switch (part.type) {
      case 'HereString':
        channels.input = source(`${part.target === undefined ? UNKNOWN : expandText(shell, part.target)}\n`)
        break
      case 'HereDoc': {
        const text = part.body.parts === undefined ? part.body.text : expandParts(shell, part.body.parts)
        const body = part.operator === '<<-' ? text.replace(/^\t+/gm, '') : text
        const fd = descriptor(part)
        if (fd === undefined || fd === 0) channels.input = source(body)
        break
      }
      case 'Redirect':
        openRedirect(shell, part, channels, opened)
        break
    }
  }
  return {
    channels,
    close: () => {
      for (const { path, into, before } of opened) shell.drafts.files.set(path, before + into.text)
    },
  }
}

type Opened = { readonly path: string; readonly into: Sink; readonly before: string }[]

function openRedirect(shell: Shell, part: Redirect, channels: Channels, opened: Opened): void {
  if (part.target === undefined) return
  const { operator } = part
  const fd = descriptor(part)
  for (const target of expandWord(shell, part.target)) {
    const duplicates = /^[<>]&$/.test(operator)
    // `>&$fd` is most likely an unknown descriptor.
    if (target === '' || (operator === '>&' && hasUnknown(target))) continue
    if (duplicates && /^(\d+-?|-)$/.test(target)) duplicate(operator, fd, target, channels)
    else if (operator === '<' || operator === '<&') openInput(shell, target, fd, channels)
    else openOutput(shell, part, target, channels, opened)
  }
}

function openInput(shell: Shell, target: string, fd: number | undefined, channels: Channels): void {
  noteRead(shell, target)
  if (fd === undefined || fd === 0) channels.input = source(textOfFile(shell, target) ?? UNKNOWN)
}

function openOutput(shell: Shell, part: Redirect, target: string, channels: Channels, opened: Opened): void {
  const { operator } = part
  const fd = descriptor(part)
  const standard = /^\/dev\/(?:fd\/(\d+)|(stdout|stderr))$/.exec(target)
  const into = standard === null ? openFile(shell, target, operator, opened) : standardSink(standard, channels)
  if (/^&>>?$/.test(operator) || (operator === '>&' && fd === undefined)) {
    channels.out = into
    channels.err = into
  } else if (operator === '<>') {
    channels.input = source(textOfFile(shell, target) ?? UNKNOWN)
    if (fd !== undefined && fd > 2) channels.more.set(fd, into)
  } else setSink(channels, fd ?? 1, into)
  if (part.descriptor?.type === 'FileDescriptorVariable') {
    const number = 10 + channels.more.size
    channels.more.set(number, into)
    assignText(shell, part.descriptor.name, String(number))
  }
}

function openFile(shell: Shell, target: string, operator: Redirect['operator'], opened: Opened): Sink {
  if (target === '/dev/null' || target === '/dev/tty') return deafSink()
  write(shell, target, operator, 'open')
  const into = sink()
  const path = locate(shell, target)
  const appends = operator === '>>' || operator === '&>>'
  if (!hasUnknown(path)) opened.push({ path, into, before: appends ? (textOfFile(shell, target) ?? '') : '' })
  return into
}

function standardSink(match: RegExpExecArray, channels: Channels): Sink {
  const fd = match[1] === undefined ? (match[2] === 'stderr' ? 2 : 1) : Number(match[1])
  return sinkOf(channels, fd)
}

function duplicate(operator: string, fd: number | undefined, target: string, channels: Channels): void {
  if (operator === '<&') return
  const from = target.replace('-', '')
  setSink(channels, fd ?? 1, from === '' ? deafSink() : sinkOf(channels, Number(from)))
}

function sinkOf(channels: Channels, fd: number): Sink {
  if (fd === 1) return channels.out
  if (fd === 2) return channels.err
  return channels.more.get(fd) ?? deafSink()
}

function setSink(channels: Channels, fd: number, into: Sink): void {
  if (fd === 1) channels.out = into
  else if (fd === 2) channels.err = into
  else channels.more.set(fd, into)
}

function descriptor(part: Redirection): number | undefined {
  return part.descriptor?.type === 'FileDescriptor' ? part.descriptor.value : undefined
}
