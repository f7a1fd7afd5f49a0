import { randomUUID } from 'node:crypto'

/** A request the shop cannot carry out; `status` is the HTTP answer. */
export class ShopError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

/** Carts and orders over a catalogue. Knows nothing of HTTP. */
export class Shop {
  #carts = new Map()
  #orders = new Map()

  /** @param {import('./catalogue.js').Catalogue} catalogue */
  constructor(catalogue) {
    this.catalogue = catalogue
  }

  openCart() {
    const cart = { id: randomUUID(), items: [] }
    this.#carts.set(cart.id, cart)
    return cart
  }

  /**
   * @param {string} id
   * @param {unknown} sku
   * @param {unknown} quantity
   */
  addItem(id, sku, quantity) {
    const cart = this.#cart(id)
    if (typeof sku !== 'string' || this.catalogue.find(sku) === undefined) throw new ShopError(404, 'no such product')
    if (!Number.isInteger(quantity) || Number(quantity) < 1) throw new ShopError(400, 'quantity must be 1 or more')
    const present = cart.items.find((/** @type {{ sku: string }} */ item) => item.sku === sku)
    if (present === undefined) cart.items.push({ sku, quantity })
    else present.quantity += quantity
    return cart
  }

  /** Turns a cart into an order; the cart is gone once its stock is reserved. */
  checkout(/** @type {string} */ id) {
    const cart = this.#cart(id)
    if (cart.items.length === 0) throw new ShopError(409, 'the cart is empty')
    const short = this.catalogue.reserve(cart.items)
    if (short !== undefined) throw new ShopError(409, `not enough ${short} in stock`)
    const order = { id: randomUUID(), items: cart.items, total: this.#total(cart.items) }
    this.#orders.set(order.id, order)
    this.#carts.delete(id)
    return order
  }

  /** @param {string} id */
  order(id) {
    const order = this.#orders.get(id)
    if (order === undefined) throw new ShopError(404, 'no such order')
    return order
  }

  /** @param {string} id */
  #cart(id) {
    const cart = this.#carts.get(id)
    if (cart === undefined) throw new ShopError(404, 'no such cart')
    return cart
  }

  /** @param {{ sku: string, quantity: number }[]} items */
  #total(items) {
    return items.reduce((sum, { sku, quantity }) => sum + (this.catalogue.find(sku)?.price ?? 0) * quantity, 0)
  }
}
