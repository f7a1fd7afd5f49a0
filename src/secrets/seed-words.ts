/**
 * Is this a word of BIP-39's English list, the 2,048 words that wallets' seed phrases are made of?
 *
 * The list itself is not shipped: each of its words sets four bits of a field of 16,384. No word of the list is
 * missed, and about one in forty other words is taken for one, but never twelve in a row.
 */

import { once } from '../core/once.ts'
import { hash } from './placeholder.ts'

export function isSeedWord(word: string): boolean {
  return isSet(hash(word, 0x811c9dc5)) && isSet(hash(word, 0x9e3779b9))
}

/** Each hash names two of the bits. */
function isSet(sum: number): boolean {
  const field = FIELD()
  return [sum & 0x3fff, (sum >>> 14) & 0x3fff].every((bit) => ((field.charCodeAt(bit >>> 3) >>> (bit & 7)) & 1) === 1)
}

/** Made from https://github.com/bitcoin/bips/blob/master/bip-0039/english.txt by the four bits above. */
const FIELD = once(() =>
  atob(
    `
  U+Q8MwKCMyVKtC4ASgMAh6AACgEnJQIEWdF7BSKG9ROmBVFdEIZwQUc4iRCaAQEQRIYCmED40TQOGpHcGQVhGNyDOdbgcRggEBAjQSQ0M9lBcyRF
  iMDhYWlbGK9KgiERICliBqaJGYyAiO4IAfkQlCAeYR4BURWSOSmBCkAJR10kqIjpclLDRcDaCpMMkd8BEwAB24QDNNwuMpSGT4BZCi4ULBMkhdCB
  FFtmbUf/u6HhHQQF5LdBEdOkeQbZEDYA4NH1wYZtMoRdQkfeEC8JWIBJcFwNFkQhaLelBEQwtwj1IrQK3oLCCSljNlmL0Wr4yYkrBAHKkoRBJmEe
  YTfBAmR0iBGFo9UCoQk4YhYfW7MYTwMCMIYTjPSTkj1+pCxQEcwEIKCJlmA2qBBxOBkLBT1zkDckQIhNTsOQIM2Iw0IBd6dAagIsWVADBRBQDB/I
  2IMAsBNml1lCmBjBxM2FMFMEqSYLknBzkqpbKp+Yj1QJIyzUPAa8UNjAfiAp+KvBgFKKqTxrR6HlAMn5NAmQB0lmPQhHUBXFBVM2YHIVwNKJMhlx
  I3BAtHBisACZOsgtATgBPQhhcrBcAHKgQdXoxjGFZAEHAKR5O0pQeg+V1IIqGyouCBCPsoylFOOgZoMYUKGyFhjgYIpJUGhixSIDuW/arc6ANFSU
  88UwIQBhAhtwM5z8yiZFAwYjVAIDioRhsgKsWMjouQ0EVSzAEgokxCZR5GSFwBEQyAABtYQ4AFIDsAujdrHMwWaAwwGpQX0gK5kRockgJ9haKxjp
  XQiRPsutwYpoKCABZYgKAxqrU3C8oqPoegCAgbVCiWBd4C0yEbIMA8nc4gEotSBRwjcBqxl2wjU41DAYChnNQ4aB2Cu0yQZJVhCAAAJAmyWiAJag
  sw8ZCjZQEdUl6AilMAaUBiIrlvDXBAvETR4jFZBSDSNEdM84CWwBEhgg261oSaEMSSgDERDJPYHO4BYq6Efb5MTas+WQiBqXO0NF9ADFkTl3SCpi
  SMAobVTCGbWLAY4gShOAIsxTZDlbXEGCXpSFVdcp2htFeDiAEBYw24oyMF/zagQAXpEdwGCSM9FSqbQTaN8SDYQcN1RihaqaRN9TL8CCgVCA4Vgm
  E03aUSzwiJrwGuJrQ9kuCby4kDWNIZeNCTODsMJTgkACIE6UFjJA1pRwEOlhqQ0IRtFg2ZKwZ2WpMDBaw4rQ0NlHhxrTQRMAgooUp1YSFLCTxjGH
  sBU/qBACsxGhzGIcEfpnnQHZD60oDgTQBJdA3ZMAJCQ8wgM1RUvAQmGIzmyGYOLB9QKIUGCcQTcFw/Y6fJ+MG992IXjqZUIzAPZbVUKhuZgGBBtg
  ZSqENsBycAIBRQMyqrxaIzAUMUYQw9xsBwKQPCYgGnghLxZvFEpjiBMWh4kAoqmBqTLuhMr0EAQQwGgAFE1PwH+Xw+EhKNRd6Z5jEHkAUbTGU1cp
  SNAQHgkDzDnKxCORaCQUaTBMBJ5FULcEhfqE4GoHjsGQA8AH4snXS5XrkrOIHuF0O4ghKsICJYxAEBQMVgGEcpo1gVRhns3yVjQuAYEUHklCaYoH
  YiCzSFGUBRC5/d0jkGuNgNmnJmCkrNCS4Bldi5QAZ81OrytK6gnQRASMgAG0KgY7AirNVQhLwGvAyE0WclVTAAZYA6IktMlCA1kIx6zCUgAsDCRI
  b7ZI4Fcw7MAknmDQrUkdKsZ+hKEgkJgNgDeGkywoxgYatI0FggKeUXCCVxKF0pQoAcBQUk2MB447H7FSYNocyXIhXuAh2BygIDoZeVwYCUv+ZSI4
  XAQqOOQARiaY0IQyuwEOzgAoAqjxwKyQFEJ6YUMsFADCxD4kI7WzBEqGMrMxJL0DLU6i3DCOHkQdEe4gUOQgCK2XKxUUCMBQQOkQG+XSA3jCCrOK
  HKk1EpUfKaWeZbZA8AnmlEhCiKnJJkECADVCpHCwhMQJS7K6EevJGGpDGTboQAq+6EArEInZHqecvd7ADFyPW73/AbUAADbwRjTY8YECQEWRMX4d
  MYawI0gZmiwjAkSBSSwklxgZAvY59B3ML0h64AgAK0HC8CZukuxQ/BiHywCLkBizltIM0BQQh+X4OAZMWxFAOyAmiRvJukqQIAQ0qHRJYBhhYJnt
  4PdDRbolEtBEseDQjDAEww0ZpQxxsIwmaAeM4hMoDa4v9X5xILYjIR6ZVv24G6pIJhEXJTR+FBAxEERAC4NBxWVtGDLHjOgYNwgDBnA7EKJSCYiQ
  pBHn0uhjGlx4KiKb2AgEAd+uRIH2AkA0BgHaGlkW4AZDEIDUHRSlB9PrzsAIU0FnwEo20jCwAwWBQfQCekaIZhYUYFVg08CSry0ilhhAiysG3GbG
  D5YRACQxUZ4AkGV4RoBAQsRPcKYM2iM8ooiORFIA0BwymGCC1AAPXs6oAwzRkn6UBA+qcgLANiygm0JyQwiRUyWJ9NoQ2gemKHHs4giAEoQyPgAo
  QUnYQkHoCr+1ariohmQuBOFO6MqgTdUC/CCHYUYREQHQsKDpAYRdjFQLinJfILiLvG0GXESOdSmGgXPCMi7DzQRDtcT91tkXMgc38DGZugniskiu
  lgECHiERQiI0E0QgQ5gAwMMIRjWJ3y0eTNV4hMEtmVByjQoKC5eDFaINwTUE85xawDVNACEQSr/JSEZKSd2PUR+aSn1ADAD5goBGHgJe1IB3ZEOF
  dJUHdCiMiPjmBCsLYoDUCEKhUpiFwQFBZw6uPCxMpBQ`.replace(/\s/g, ''),
  ),
)
