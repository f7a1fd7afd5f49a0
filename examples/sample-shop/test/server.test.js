import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { Catalogue, sampleProducts } from '../src/catalogue.js'
import { shopServer } from '../src/server.js'
import { Shop } from '../src/shop.js'

const server = shopServer(new Shop(new Catalogue(sampleProducts())))
let base = ''

before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${server.address().port}`
})
after(() => server.close())

const post = (path, body) => fetch(base + path, { method: 'POST', body: body === undefined ? undefined : JSON.stringify(body) })

test('a purchase, from the catalogue to the order', async () => {
  const products = await (await fetch(`${base}/products`)).json()
  assert.equal(products.length, 3)
  const cart = await (await post('/carts')).json()
  await post(`/carts/${cart.id}/items`, { sku: 'mug', quantity: 2 })
  const bought = await post(`/carts/${cart.id}/checkout`)
  assert.equal(bought.status, 201)
  const order = await bought.json()
  assert.deepEqual(await (await fetch(`${base}/orders/${order.id}`)).json(), order)
})

test('what cannot be done is said in JSON', async () => {
  const cart = await (await post('/carts')).json()
  assert.equal((await post(`/carts/${cart.id}/checkout`)).status, 409)
  assert.equal((await post(`/carts/${cart.id}/items`, { sku: 'ghost', quantity: 1 })).status, 404)
  const broken = await fetch(`${base}/carts/${cart.id}/items`, { method: 'POST', body: '{' })
  assert.deepEqual([broken.status, await broken.json()], [400, { error: 'the body must be a JSON object' }])
  assert.equal((await fetch(`${base}/nowhere`)).status, 404)
})
