import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import type { WorkerStart } from './load-big.ts'
import { loadChunk } from './load.ts'
import type { Chunk } from './plan.ts'
import { readReferences } from './references.ts'
import { makeWorld } from './world.ts'

// A thread of loadBigWorld: asks for a chunk, writes it, asks for the next; null ends it.
const { url, worldId, options, shipments, tenants, reserved } = workerData as WorkerStart
const port = parentPort
if (!port) throw new Error('This file is run as a worker thread by load-big.ts.')

const world = makeWorld(options, shipments)
const client = new pg.Client({ connectionString: url, application_name: 'parcelyard demo' })
await client.connect()
const refs = await readReferences(client, tenants)
port.on('message', (chunk: Chunk | null) => {
  if (!chunk) {
    void client.end().then(() => port.close())
    return
  }
  loadChunk(client, { id: worldId, world, reserved }, chunk, refs).then(
    () => port.postMessage('done'),
    (error: unknown) => {
      // Thrown outside the promise it reaches the main thread as the worker's error.
      queueMicrotask(() => {
        throw error
      })
    },
  )
})
port.postMessage('ready')
