import { Worker } from 'node:worker_threads'
import { failUnavailable } from '../http/errors.ts'
import type { PatternOrder, PatternReply } from './pattern-worker.ts'

/** What patterns of users may take, of the processor's time in their thread (security.md §6.14). */
export const PATTERN_MS = 50
/**
 * Starting the thread is not the pattern's, and a busy machine gives it little time: what nothing
 * may exceed.
 */
const WAIT_MS = 5_000
const WAITING_MAX = 50

interface Thread {
  worker: Worker
  ready: Promise<unknown>
}
/** One thread serves the process, one order at a time. */
const threads: Thread[] = []
const queue = { length: 0, last: Promise.resolve<unknown>(null) }

/**
 * Runs patterns users wrote, in a thread of their own whose time is linear in pattern and text;
 * null where they took longer than PATTERN_MS. @throws Refusal server.busy where too many wait
 */
export async function runPatterns(orders: readonly PatternOrder[]): Promise<PatternReply[] | null> {
  if (queue.length >= WAITING_MAX) failUnavailable('server.busy')
  queue.length++
  const turn = queue.last.then(() => runNow(orders))
  queue.last = turn.catch(() => null)
  try {
    return await turn
  } finally {
    queue.length--
  }
}

async function runNow(orders: readonly PatternOrder[]): Promise<PatternReply[] | null> {
  const thread = threads[0] ?? start()
  const { worker } = thread
  const { promise, resolve, reject } = Promise.withResolvers<PatternReply[] | null>()
  let watch: NodeJS.Timeout | undefined
  try {
    await thread.ready
    const begun = performance.now()
    const spentBefore = await processorMs(worker)
    watch = setInterval(() => {
      void processorMs(worker).then((spent) => {
        if (spent - spentBefore > PATTERN_MS || performance.now() - begun > WAIT_MS) resolve(null)
      }, reject)
    }, PATTERN_MS / 2)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.postMessage(orders)
    const answer = await promise
    if (answer === null) await stop(thread)
    return answer
  } catch (error) {
    await stop(thread)
    throw error
  } finally {
    clearInterval(watch)
    worker.off('message', resolve).off('error', reject)
  }
}

async function processorMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage()
  return (user + system) / 1_000
}

function start(): Thread {
  const worker = new Worker(new URL('./pattern-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 64 },
    execArgv: [],
    stderr: true,
  })
  worker.unref()
  const thread = {
    worker,
    ready: new Promise((done, failed) => {
      worker.once('message', done)
      worker.once('error', failed)
      worker.once('exit', failed)
      worker.postMessage([{ pattern: '', text: '' }])
    }),
  }
  // One that ends by itself, between two orders as well, is replaced by the next order.
  worker.on('error', () => forget(thread)).once('exit', () => forget(thread))
  threads.push(thread)
  return thread
}

function forget(thread: Thread): void {
  const at = threads.indexOf(thread)
  if (at >= 0) threads.splice(at, 1)
}

async function stop(thread: Thread): Promise<void> {
  forget(thread)
  await thread.worker.terminate()
}
