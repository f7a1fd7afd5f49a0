import { createServer } from 'node:http'
import { ShopError } from './shop.js'

const LARGEST_BODY = 64 * 1024

/** @param {import('./shop.js').Shop} shop */
export function shopServer(shop) {
  return createServer(async (request, response) => {
    try {
      const [status, body] = await answer(shop, request)
      send(response, status, body)
    } catch (error) {
      if (error instanceof ShopError) send(response, error.status, { error: error.message })
      else send(response, 500, { error: 'something went wrong' })
    }
  })
}

/**
 * @param {import('./shop.js').Shop} shop
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<[number, unknown]>}
 */
async function answer(shop, request) {
  const path = new URL(request.url ?? '/', 'http://shop').pathname
  const [resource = '', id = '', action = ''] = path.split('/').slice(1)
  switch (`${request.method} ${[resource, id && ':id', action].filter(Boolean).join('/')}`) {
    case 'GET products':
      return [200, shop.catalogue.list()]
    case 'GET products/:id': {
      const product = shop.catalogue.find(id)
      if (product === undefined) throw new ShopError(404, 'no such product')
      return [200, product]
    }
    case 'POST carts':
      return [201, shop.openCart()]
    case 'POST carts/:id/items': {
      const { sku, quantity } = await readJson(request)
      return [200, shop.addItem(id, sku, quantity)]
    }
    case 'POST carts/:id/checkout':
      return [201, shop.checkout(id)]
    case 'GET orders/:id':
      return [200, shop.order(id)]
    default:
      throw new ShopError(404, 'not found')
  }
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<Record<string, unknown>>}
 */
async function readJson(request) {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > LARGEST_BODY) throw new ShopError(413, 'the body is too large')
  }
  try {
    const value = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Answered below, like any other body that is not an object.
  }
  throw new ShopError(400, 'the body must be a JSON object')
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {unknown} body
 */
function send(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
