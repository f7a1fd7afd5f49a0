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
  switch (operator) {
    case '-z':
      return hasUnknown(operand) ? 'unknown' : operand === '' ? 'ok' : 'failed'
    case '-n':
      return hasUnknown(operand) ? 'unknown' : operand === '' ? 'failed' : 'ok'
    case '-v':
      return variable(shell, operand) === undefined ? 'failed' : 'ok'
    case '-e':
    case '-d':
      // What is not there may still be made before the command runs; what is there is there.
      return !hasUnknown(operand) && operand !== '' && operator === '-e' && existsOnDisk(shell, operand)
        ? 'ok'
        : 'unknown'
    default:
      return 'unknown'
  }
}

function binary(operator: string, left: string, right: string, matching: 'pattern' | 'plain'): Status {
  if (hasUnknown(left) || hasUnknown(right)) return 'unknown'
  const equal = matching === 'pattern' ? patternExpression(right, 'slashes')?.test(left) : left === right
  switch (operator) {
    case '=':
    case '==':
      return equal === undefined ? 'unknown' : equal ? 'ok' : 'failed'
    case '!=':
      return equal === undefined ? 'unknown' : equal ? 'failed' : 'ok'
    case '-eq':
    case '-ne':
    case '-lt':
    case '-gt':
    case '-le':
    case '-ge':
      return compare(operator, Number(left), Number(right))
    default:
      return 'unknown'
  }
}

function compare(operator: string, left: number, right: number): Status {
  if (Number.isNaN(left) || Number.isNaN(right)) return 'unknown'
  const holds = {
    '-eq': left === right,
    '-ne': left !== right,
    '-lt': left < right,
    '-gt': left > right,
    '-le': left <= right,
    '-ge': left >= right,
  }[operator]
  return holds === true ? 'ok' : 'failed'
}

function opposite(status: Status): Status {
  return status === 'ok' ? 'failed' : status === 'failed' ? 'ok' : 'unknown'
}
