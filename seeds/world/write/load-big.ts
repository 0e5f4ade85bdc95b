import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { beginWorld, DEFAULT_SEED, finishWorld } from './load.ts'
import type { Loading, LoadOptions } from './load.ts'
import { restoreIndexes, dropIndexes } from './drop-indexes.ts'
import type { Chunk } from '../plan.ts'
import type { Reserved } from './write-chunk.ts'
import type { WorldOptions } from '../world.ts'

export interface WorkerStart {
  url: string
  worldId: string
  options: WorldOptions
  shipments: number
  tenants: LoadOptions['tenants']
  reserved: Reserved
}

export interface BigOptions extends LoadOptions {
  workers: number
  /** The program of a thread: it calls `writeChunks` with its rules. */
  thread: URL
  onPhase?: (text: string) => void
}

/**
 * As loadWorld, for millions of parcels: chunks are made and copied in by several threads, and
 * indexes are built at the end where the database held nothing before. Killed, it goes on where it
 * stopped.
 */
export async function loadBigWorld(url: string, options: BigOptions): Promise<boolean> {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => {})
  const client = await pool.connect()
  try {
    const empty = (await client.query('select from shipment limit 1')).rowCount === 0
    const loading = await beginWorld(pool, { ...options, chunkSize: options.chunkSize ?? 1000 })
    if (!loading) return false
    if (empty && loading.pending.length === loading.plan.chunks.length)
      await dropIndexes(client, loading.id)
    options.onPhase?.(`${loading.pending.length} of ${loading.plan.chunks.length} chunks to load`)
    await work(url, loading, options)
    options.onPhase?.('building indexes and checking foreign keys')
    await restoreIndexes(client)
    options.onPhase?.('gathering statistics')
    await client.query(
      'analyze shipment, parcel, parcel_product, tracking_number, tracking_event, predicted_batch, predicted_parcel, out_batch, out_batch_parcel, scan_log',
    )
    await finishWorld(client, loading.id)
    return true
  } finally {
    client.release()
    await pool.end()
  }
}

/** Hands chunks to the threads one by one until all are written; the first failure ends it. */
async function work(url: string, loading: Loading, options: BigOptions): Promise<void> {
  const { world, plan, reserved, id } = loading
  const queue = [...loading.pending]
  let done = plan.chunks.length - queue.length
  const start: WorkerStart = {
    url,
    worldId: id,
    options: {
      seed: options.seed ?? DEFAULT_SEED,
      parcels: world.parcels,
      today: new Date(world.until).toISOString(),
    },
    shipments: world.shipments,
    tenants: options.tenants,
    reserved,
  }
  const workers = Array.from(
    { length: Math.max(1, Math.min(options.workers, queue.length)) },
    () => new Worker(options.thread, { workerData: start }),
  )
  const next = (): Chunk | null => {
    if (options.signal?.aborted) return null
    const index = queue.shift()
    return index === undefined ? null : (plan.chunks[index] ?? null)
  }
  try {
    await Promise.all(
      workers.map(
        (worker) =>
          new Promise<void>((resolve, reject) => {
            worker.on('error', reject)
            worker.on('exit', () => resolve())
            worker.on('message', (message: 'ready' | 'done') => {
              if (message === 'done')
                options.onProgress?.({
                  done: ++done,
                  chunks: plan.chunks.length,
                  parcels: plan.parcels,
                })
              worker.postMessage(next())
            })
          }),
      ),
    )
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
  options.signal?.throwIfAborted()
}
