import type { SampleProject } from '../sample-project.ts'
import { chinese } from './chinese.ts'
import { forum } from './forum.ts'
import { goService } from './go-service.ts'
import { javaService } from './java-service.ts'
import { monorepo } from './monorepo.ts'
import { objectStore } from './object-store.ts'
import { parcelTracker } from './parcel-tracker.ts'
import { plainWords } from './plain-words.ts'
import { printShop } from './print-shop.ts'
import { pythonService } from './python-service.ts'
import { railsApp } from './rails-app.ts'
import { rustTool } from './rust-tool.ts'
import { theatreBooking } from './theatre-booking.ts'
import { weatherStation } from './weather-station.ts'
import { webApp } from './web-app.ts'

export const SAMPLES: readonly SampleProject[] = [
  webApp,
  pythonService,
  goService,
  rustTool,
  chinese,
  monorepo,
  javaService,
  railsApp,
  objectStore,
  forum,
  plainWords,
  printShop,
  weatherStation,
  parcelTracker,
  theatreBooking,
]
