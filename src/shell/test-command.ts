/** `[[ … ]]`, `[ … ]` and `test`: decided where texts alone decide, unknown otherwise. */

import type { TestExpression } from 'unbash'
import { expandPatternText, expandText } from './expand.ts'
import { patternExpression } from './pattern.ts'
import { existsOnDisk, type Shell } from './shell.ts'
import type { Status } from './state.ts'
import { hasUnknown } from './text.ts'
import { variable } from './variables.ts'

export function statusOfTest(shell: Shell, test: TestExpression): Status {
  switch (test.type) {
    case 'TestGroup':
      return statusOfTest(shell, test.expression)
    case 'TestNot':
      return test.negations.length % 2 === 0
        ? statusOfTest(shell, test.operand)
        : opposite(statusOfTest(shell, test.operand))
    case 'TestLogical': {
      const all = test.operands.map((operand) => statusOfTest(shell, operand))
      const deciding = test.operator === '&&' ? 'failed' : 'ok'
      if (all.includes(deciding)) return deciding
      return all.includes('unknown') ? 'unknown' : opposite(deciding)
    }
    case 'TestUnary':
      return unary(shell, test.operator, expandText(shell, test.operand))
    case 'TestBinary':
      return binary(test.operator, expandText(shell, test.left), expandPatternText(shell, test.right), 'pattern')
  }
}

/** The words of `[` without its closing bracket. */
export function statusOfWords(shell: Shell, words: readonly string[]): Status {
  if (words[0] === '!') return opposite(statusOfWords(shell, words.slice(1)))
  const [first = '', second = '', third = ''] = words
  if (words.length === 0) return 'failed'
  if (words.length === 1) return unary(shell, '-n', first)
  if (words.length === 2) return unary(shell, first, second)
  if (words.length === 3) return binary(second, first, third, 'plain')
  return 'unknown'
}

function unary(shell: Shell, operator: string, operand: string): Status {
  if (operator === '-v') return statusOf(variable(shell, operand) !== undefined)
  if (hasUnknown(operand)) return 'unknown'
  if (operator === '-z') return statusOf(operand === '')
  if (operator === '-n') return statusOf(operand !== '')
  // A missing file may still be made before the command runs; an existing one exists.
  return operator === '-e' && operand !== '' && existsOnDisk(shell, operand) ? 'ok' : 'unknown'
}

const COMPARISONS: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '-eq': (left, right) => left === right,
  '-ne': (left, right) => left !== right,
  '-lt': (left, right) => left < right,
  '-gt': (left, right) => left > right,
  '-le': (left, right) => left <= right,
  '-ge': (left, right) => left >= right,
}

function binary(operator: string, left: string, right: string, matching: 'pattern' | 'plain'): Status {
  if (hasUnknown(left) || hasUnknown(right)) return 'unknown'
  if (/^[!=]?=$/.test(operator)) {
    const isEqual = matching === 'pattern' ? patternExpression(right, 'slashes')?.test(left) : left === right
    return isEqual === undefined ? 'unknown' : statusOf(isEqual === (operator !== '!='))
  }
  const isNumeric = !Number.isNaN(Number(left)) && !Number.isNaN(Number(right))
  const holds = isNumeric ? COMPARISONS[operator]?.(Number(left), Number(right)) : undefined
  return holds === undefined ? 'unknown' : statusOf(holds)
}

function statusOf(holds: boolean): Status {
  return holds ? 'ok' : 'failed'
}

function opposite(status: Status): Status {
  return status === 'ok' ? 'failed' : status === 'failed' ? 'ok' : 'unknown'
}
