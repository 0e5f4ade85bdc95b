import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import type { CarrierRules } from '../parcels/carrier-rules.ts'
import type { WorkerStart } from './load-big.ts'
import { loadChunk } from './load.ts'
import type { Chunk } from '../plan.ts'
import { readReferences } from './references.ts'
import { makeWorld } from '../world.ts'

/** A thread of loadBigWorld: asks for a chunk, writes it, asks for the next; null ends it. */
export async function writeChunks(rules: CarrierRules): Promise<void> {
  const { url, worldId, options, shipments, tenants, reserved } = workerData as WorkerStart
  const port = parentPort
  if (!port) throw new Error('loadBigWorld runs this as a worker thread.')
  const world = makeWorld(options, rules, shipments)
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
}
