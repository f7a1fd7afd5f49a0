/** Arithmetic expressions over what is known; anything unknown makes the result unknown. */

import type { ArithmeticExpression } from 'unbash'
import { changed, type Shell } from './shell.ts'
import { UNKNOWN } from './text.ts'
import { assignText, textOfVariable } from './variables.ts'

export function evaluateArithmetic(
  shell: Shell,
  expression: ArithmeticExpression | undefined,
  substitute: (text: string) => string,
): string {
  if (expression === undefined) return '0'
  const value = evaluate(shell, expression, substitute)
  return value === undefined ? UNKNOWN : String(value)
}

function evaluate(shell: Shell, node: ArithmeticExpression, substitute: (text: string) => string): number | undefined {
  switch (node.type) {
    case 'ArithmeticGroup':
      return evaluate(shell, node.expression, substitute)
    case 'ArithmeticWord':
      return numberOf(shell, node.value)
    case 'ArithmeticCommandExpansion':
      return numberOf(shell, substitute(node.text))
    case 'ArithmeticTernary': {
      const test = evaluate(shell, node.test, substitute)
      if (test === undefined) return undefined
      return evaluate(shell, test === 0 ? node.alternate : node.consequent, substitute)
    }
    case 'ArithmeticUnary':
      return applyUnary(shell, node, evaluate(shell, node.operand, substitute))
    case 'ArithmeticBinary': {
      const right = evaluate(shell, node.right, substitute)
      const left = node.operator === '=' ? right : evaluate(shell, node.left, substitute)
      return applyBinary(shell, node, left, right)
    }
  }
}

type Node<Type> = Extract<ArithmeticExpression, { type: Type }>

function applyUnary(
  shell: Shell,
  { operator, operand: target, prefix }: Node<'ArithmeticUnary'>,
  operand: number | undefined,
): number | undefined {
  if (operator === '++' || operator === '--') {
    const next = operand === undefined ? undefined : operand + (operator === '++' ? 1 : -1)
    assign(shell, target, next)
    return prefix ? next : operand
  }
  if (operand === undefined) return undefined
  return { '-': -operand, '+': operand, '!': operand === 0 ? 1 : 0, '~': ~operand }[operator]
}

function applyBinary(
  shell: Shell,
  { operator, left: target }: Node<'ArithmeticBinary'>,
  left: number | undefined,
  right: number | undefined,
): number | undefined {
  if (!/^[-+*/%]?=$|^(<<|>>|[&|^])=$/.test(operator)) return combine(operator, left, right)
  const value = operator === '=' ? right : combine(operator.slice(0, -1), left, right)
  assign(shell, target, value)
  return value
}

function assign(shell: Shell, target: ArithmeticExpression, value: number | undefined): void {
  if (target.type !== 'ArithmeticWord') return
  assignText(shell, target.value.replace(/^\$/, ''), value === undefined ? UNKNOWN : String(value))
  changed(shell)
}

function numberOf(shell: Shell, text: string): number | undefined {
  const word = text.trim().replace(/^\$\{?(\w+)\}?$/, (_, name: string) => name)
  if (/^-?\d+$/.test(word)) return Number(word)
  if (/^0x[0-9a-f]+$/i.test(word)) return Number(word)
  if (!/^[A-Za-z_]\w*$/.test(word)) return undefined
  const known = textOfVariable(shell, word)
  if (known === undefined || known === '') return 0
  return /^-?\d+$/.test(known) ? Number(known) : undefined
}

const OPERATIONS: Readonly<Record<string, (left: number, right: number) => number | boolean>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '**': (left, right) => left ** right,
  '/': (left, right) => Math.trunc(left / right),
  '%': (left, right) => left % right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '&&': (left, right) => left !== 0 && right !== 0,
  '||': (left, right) => left !== 0 || right !== 0,
  ',': (_, right) => right,
}

function combine(operator: string, left: number | undefined, right: number | undefined): number | undefined {
  if (left === undefined || right === undefined) return undefined
  const value = Number(OPERATIONS[operator]?.(left, right))
  return Number.isFinite(value) ? value : undefined
}
