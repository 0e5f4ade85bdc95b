import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { cutLabels } from './cut-labels.ts'
import { placesOf, type Place, type ReadPage } from './label-places.ts'
import { PdfRefusal, type PdfFault } from './pdf-limits.ts'
import { readPages } from './read-pages.ts'

/** What the process is asked: to read pages from one on, or to cut labels out. */
export interface SplitTask {
  bytes: Uint8Array
  from?: number
  places?: readonly Place[]
}
/** What it answers: one message per page or label, then `done`, with the page to go on with. */
export type SplitReply =
  | { page: ReadPage }
  | { label: Place; bytes: Uint8Array }
  | { done: true; next: number | null }
  | { refused: PdfFault }
  | { broken: string }

/**
 * A file from outside is unpacked in a thread, and its process looks on: what is unpacked lies
 * outside the heap a thread can be given, so the process ends itself when it grows too large.
 */
const MEMORY = 700 * 1024 * 1024
/**
 * Pictures that were unpacked stay in memory for long: from here on the process leaves further
 * pages or labels to a new one.
 */
const FULL = 550 * 1024 * 1024
const LOOK_EVERY = 25

const isFull = () => process.memoryUsage.rss() > FULL

async function work(task: SplitTask, answer: (reply: SplitReply) => void): Promise<void> {
  const { bytes, from = 1, places } = task
  try {
    const cut = (wanted: readonly Place[]) =>
      cutLabels(bytes, wanted, (label, part) => answer({ label, bytes: part }), isFull)
    if (places) return answer({ done: true, next: await cut(places) })
    const pages: ReadPage[] = []
    const take = (page: ReadPage) => {
      pages.push(page)
      answer({ page })
    }
    const next = await readPages(bytes, { from, take, isFull })
    // Most files are read and cut in one go.
    if (from === 1 && next === null) await cut(placesOf(pages))
    answer({ done: true, next })
  } catch (error) {
    if (error instanceof PdfRefusal) answer({ refused: error.fault })
    else answer({ broken: String(error) })
  }
}

function watch(task: SplitTask): void {
  const worker = new Worker(new URL(import.meta.url), { workerData: task, execArgv: [] })
  const send = (reply: SplitReply, then?: () => void) =>
    process.send?.(reply, undefined, {}, () => then?.())
  const end = () => process.exit(0)
  worker.on('message', (reply: SplitReply) =>
    send(reply, 'label' in reply || 'page' in reply ? undefined : end),
  )
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
  void work(workerData as SplitTask, (reply) => port.postMessage(reply))
} else if (process.send) process.once('message', (task: SplitTask) => watch(task))
