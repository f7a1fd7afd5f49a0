import { Catalogue, sampleProducts } from './catalogue.js'
import { shopServer } from './server.js'
import { Shop } from './shop.js'

const port = Number(process.env.PORT ?? 3000)

shopServer(new Shop(new Catalogue(sampleProducts()))).listen(port, () => {
  console.log(`The shop is open at http://localhost:${port}`)
})
