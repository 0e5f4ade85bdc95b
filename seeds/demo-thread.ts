import { carrierRules } from '#server/demo.ts'
import { writeChunks } from './world/index.ts'

// A thread of `npm run demo`.
await writeChunks(carrierRules)
