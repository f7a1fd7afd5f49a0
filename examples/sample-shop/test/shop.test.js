import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Catalogue } from '../src/catalogue.js'
import { Shop } from '../src/shop.js'

const shop = () =>
  new Shop(
    new Catalogue([
      { sku: 'mug', name: 'Mug', price: 1450, stock: 3 },
      { sku: 'lamp', name: 'Lamp', price: 5900, stock: 1 },
    ]),
  )

test('checkout reserves stock and adds up the total', () => {
  const it = shop()
  const cart = it.openCart()
  it.addItem(cart.id, 'mug', 1)
  it.addItem(cart.id, 'mug', 1)
  it.addItem(cart.id, 'lamp', 1)
  const order = it.checkout(cart.id)
  assert.equal(order.total, 2 * 1450 + 5900)
  assert.equal(it.catalogue.find('mug')?.stock, 1)
  assert.deepEqual(it.order(order.id), order)
})

test('a cart that is short of one product reserves nothing', () => {
  const it = shop()
  const cart = it.openCart()
  it.addItem(cart.id, 'mug', 2)
  it.addItem(cart.id, 'lamp', 2)
  assert.throws(() => it.checkout(cart.id), /not enough lamp/)
  assert.equal(it.catalogue.find('mug')?.stock, 3)
})

test('quantities are whole and positive', () => {
  const it = shop()
  const cart = it.openCart()
  for (const quantity of [0, -1, 1.5, '2']) assert.throws(() => it.addItem(cart.id, 'mug', quantity), /quantity/)
})
