import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { cutLabels } from './cut-labels.ts'
import { placesOf, type Place } from './label-places.ts'
import { PdfRefusal, type PdfFault } from './pdf-limits.ts'
import { readPages } from './read-pages.ts'

/** What the process answers: one message per label, then `done`. */
export type SplitReply =
  | { label: Place; bytes: Uint8Array }
  | { done: true }
  | { refused: PdfFault }
  | { broken: string }

/**
 * A file from outside is unpacked in a thread, and its process looks on: what is unpacked lies
 * outside the heap a thread can be given, so the process ends itself when it grows too large.
 */
const MEMORY = 700 * 1024 * 1024
const LOOK_EVERY = 25

async function work(bytes: Uint8Array, answer: (reply: SplitReply) => void): Promise<void> {
  try {
    const places = placesOf(await readPages(bytes))
    await cutLabels(bytes, places, (label, cut) => answer({ label, bytes: cut }))
    answer({ done: true })
  } catch (error) {
    if (error instanceof PdfRefusal) answer({ refused: error.fault })
    else answer({ broken: String(error) })
  }
}

function watch(bytes: Uint8Array): void {
  const worker = new Worker(new URL(import.meta.url), { workerData: bytes, execArgv: [] })
  const send = (reply: SplitReply, then?: () => void) =>
    process.send?.(reply, undefined, {}, () => then?.())
  const end = () => process.exit(0)
  worker.on('message', (reply: SplitReply) => send(reply, 'label' in reply ? undefined : end))
  worker.on('error', (error: NodeJS.ErrnoException) =>
    send(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? { refused: 'tooLarge' }
        : { broken: String(error) },
      end,
    ),
  )
  setInterval(() => {
    if (process.memoryUsage.rss() > MEMORY) send({ refused: 'tooLarge' }, () => process.exit(1))
  }, LOOK_EVERY)
}

if (!isMainThread && parentPort) {
  const port = parentPort
  void work(workerData as Uint8Array, (reply) => port.postMessage(reply))
} else if (process.send) process.once('message', (bytes: Uint8Array) => watch(bytes))
