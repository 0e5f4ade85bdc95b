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
  await thread.ready
  const { worker } = thread
  const { promise, resolve, reject } = Promise.withResolvers<PatternReply[] | null>()
  const begun = performance.now()
  const spentBefore = await processorMs(worker)
  const watch = setInterval(() => {
    void processorMs(worker).then((spent) => {
      if (spent - spentBefore > PATTERN_MS || performance.now() - begun > WAIT_MS) resolve(null)
    }, reject)
  }, PATTERN_MS / 2)
  worker.once('message', resolve)
  worker.once('error', reject)
  try {
    worker.postMessage(orders)
    const answer = await promise
    if (answer === null) await stop(thread)
    return answer
  } catch (error) {
    await stop(thread)
    throw error
  } finally {
    clearInterval(watch)
    worker.removeAllListeners('message').removeAllListeners('error')
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
      worker.postMessage([{ pattern: '', text: '' }])
    }),
  }
  threads.push(thread)
  return thread
}

async function stop(thread: Thread): Promise<void> {
  threads.splice(threads.indexOf(thread), 1)
  await thread.worker.terminate()
}
