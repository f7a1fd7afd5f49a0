/** R@k and MRR of a searcher over one set. `search(question, limit)` returns hits with a path and a first line. */

export function evaluate(set, open, limit = 100) {
  const sums = set.at.map(() => 0)
  let count = 0
  for (const bank of set.banks) {
    const search = open(bank)
    const unitAt = unitFinder(bank.units)
    for (const { question, gold } of bank.questions) {
      const hits = search(question, limit)
      const found = set.measure === 'file' ? [...new Set(hits.map((hit) => hit.path))] : hits.map((hit) => unitAt(hit))
      for (const [index, k] of set.at.entries()) sums[index] += k === 'mrr' ? mrr(found, gold) : recall(found, gold, k)
      count += 1
    }
  }
  return { figures: sums.map((sum) => (100 * sum) / Math.max(1, count)), questions: count }
}

function recall(found, gold, k) {
  const first = new Set(found.slice(0, k))
  return gold.filter((id) => first.has(id)).length / gold.length
}

function mrr(found, gold) {
  const at = found.findIndex((id) => gold.includes(id))
  return at === -1 ? 0 : 1 / (at + 1)
}

function unitFinder(units) {
  const byPath = new Map()
  for (const unit of units) {
    const list = byPath.get(unit.path)
    if (list === undefined) byPath.set(unit.path, [unit])
    else list.push(unit)
  }
  return (hit) =>
    (byPath.get(hit.path) ?? []).find((unit) => hit.startLine >= unit.startLine && hit.startLine <= unit.endLine)?.id ??
    ''
}
