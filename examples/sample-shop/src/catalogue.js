/**
 * @typedef {object} Product
 * @property {string} sku
 * @property {string} name
 * @property {number} price In cents.
 * @property {number} stock
 */

/** @returns {Product[]} */
export function sampleProducts() {
  return [
    { sku: 'mug', name: 'Enamel mug', price: 1450, stock: 12 },
    { sku: 'lamp', name: 'Desk lamp', price: 5900, stock: 3 },
    { sku: 'notebook', name: 'Dotted notebook', price: 990, stock: 40 },
  ]
}

/** What is for sale, and how much of it. Stock changes only through `reserve`. */
export class Catalogue {
  /** @type {Map<string, Product>} */
  #products

  /** @param {Product[]} products */
  constructor(products) {
    this.#products = new Map(products.map((product) => [product.sku, { ...product }]))
  }

  list() {
    return [...this.#products.values()].map((product) => ({ ...product }))
  }

  /** @param {string} sku */
  find(sku) {
    const product = this.#products.get(sku)
    return product === undefined ? undefined : { ...product }
  }

  /**
   * All lines or none: the first one that is short leaves the stock untouched.
   *
   * @param {{ sku: string, quantity: number }[]} lines
   * @returns {string | undefined} The sku that is short.
   */
  reserve(lines) {
    const short = lines.find(({ sku, quantity }) => (this.#products.get(sku)?.stock ?? 0) < quantity)
    if (short !== undefined) return short.sku
    for (const { sku, quantity } of lines) {
      const product = this.#products.get(sku)
      if (product !== undefined) product.stock -= quantity
    }
    return undefined
  }
}
