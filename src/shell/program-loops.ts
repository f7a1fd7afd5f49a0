/** The names a loop or a block gives to the elements it goes through. */

import { evaluate, isSign } from './program-evaluate.ts'
import type { Token } from './program-tokens.ts'
import { type Scope, UNKNOWN, type Value } from './program-value.ts'

export function nameLoop(tokens: readonly Token[], at: number, scope: Scope): void {
  const names: string[] = []
  for (let i = at + 1; i < Math.min(at + 14, tokens.length); i += 1) {
    const token = tokens[i]
    if (token?.kind === 'name' && /^(in|of)$/.test(token.text)) {
      const over = evaluate(tokens, i + 1, scope).value
      const [first, ...rest] = names
      if (first !== undefined) scope.names.set(first, { texts: over.texts })
      for (const name of rest) scope.names.set(name, UNKNOWN)
      return
    }
    if (token?.kind === 'name' && !/^(my|const|let|var|our)$/.test(token.text)) names.push(token.text)
    // Perl and PHP: foreach my $f (…), foreach (… as $f).
    if (isSign(token, '(') && names.length === 1 && scope.language === 'perl') {
      scope.names.set(names[0] ?? '', { texts: evaluate(tokens, i, scope).value.texts })
      return
    }
    if (token?.kind === 'name' && token.text === 'as' && scope.language === 'php') {
      const target = tokens[i + 1]
      if (target?.kind === 'name') scope.names.set(target.text, { texts: evaluate(tokens, at + 2, scope).value.texts })
      return
    }
  }
}

/** `list.forEach(f => …)`: the block's name stands for the list's elements. */
export function nameBlock(tokens: readonly Token[], open: number, list: Value, scope: Scope): void {
  for (let i = open + 1; i < Math.min(open + 8, tokens.length); i += 1) {
    const token = tokens[i]
    if (token?.kind === 'name' && !/^(async|function)$/.test(token.text)) {
      scope.names.set(token.text, { texts: list.texts })
      return
    }
  }
}
