import { Worker } from 'node:worker_threads'
import { failUnavailable } from './errors.ts'

/**
 * Starting the thread is not its work's, and a busy machine gives it little time: what nothing may
 * exceed.
 */
const WAIT_MS = 5_000

export interface ThreadLimits<Order> {
  /** Of the processor's time, for one order. */
  ms: number
  megabytes: number
  /** Orders of one caller that may wait. */
  waiting: number
  /** An order without effect: its answer means that the thread has started. */
  first: Order
  /** Of the clock's time, for one order: WAIT_MS where it is not given. */
  waitMs?: number
  /**
   * By how much the process may grow during one order: what is unpacked lies outside the heap a
   * thread can be given.
   */
  growth?: number
}

const MEGABYTE = 1024 * 1024
const LOOK_MS = 100

interface Thread {
  worker: Worker
  ready: Promise<unknown>
}

/**
 * Work over what users wrote in a thread of its own, one order at a time. What takes longer than
 * its limit is ended with the thread and answered null. Callers take turns: orders of one `caller`
 * wait for one another before they wait for others'.
 */
export class LimitedThread<Order, Reply extends object> {
  readonly #file: URL
  readonly #limits: ThreadLimits<Order>
  readonly #callers = new Map<string, { length: number; last: Promise<unknown> }>()
  #last: Promise<unknown> = Promise.resolve()
  #thread: Thread | null = null

  constructor(file: URL, limits: ThreadLimits<Order>) {
    this.#file = file
    this.#limits = limits
  }

  /** @throws Refusal server.busy where too many of the caller's wait */
  async run(order: Order, caller = ''): Promise<Reply | null> {
    const queue = this.#callers.get(caller) ?? { length: 0, last: Promise.resolve() }
    if (queue.length >= this.#limits.waiting) failUnavailable('server.busy')
    this.#callers.set(caller, queue)
    queue.length++
    const turn = queue.last.then(() => {
      const now = this.#last.then(() => this.#runNow(order))
      this.#last = now.catch(() => null)
      return now
    })
    queue.last = turn.catch(() => null)
    try {
      return await turn
    } finally {
      if (--queue.length === 0) this.#callers.delete(caller)
    }
  }

  async #runNow(order: Order): Promise<Reply | null> {
    const thread = (this.#thread ??= this.#start())
    const { worker } = thread
    const { promise, resolve, reject } = Promise.withResolvers<Reply | null>()
    let watch: NodeJS.Timeout | undefined
    try {
      await thread.ready
      const begun = performance.now()
      const spentBefore = await processorMs(worker)
      const { ms, waitMs = WAIT_MS, growth } = this.#limits
      const memoryBefore = process.memoryUsage.rss()
      const grown = () => process.memoryUsage.rss() - memoryBefore > (growth ?? 0) * MEGABYTE
      watch = setInterval(
        () => {
          if (growth !== undefined && grown()) resolve(null)
          void processorMs(worker).then((spent) => {
            if (spent - spentBefore > ms || performance.now() - begun > waitMs) resolve(null)
          }, reject)
        },
        growth === undefined ? ms / 2 : LOOK_MS,
      )
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.postMessage(order)
      const answer = await promise
      if (answer === null) await this.#stop(thread)
      return answer
    } catch (error) {
      await this.#stop(thread)
      throw error
    } finally {
      clearInterval(watch)
      worker.off('message', resolve).off('error', reject)
    }
  }

  #start(): Thread {
    const worker = new Worker(this.#file, {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.megabytes },
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
        worker.postMessage(this.#limits.first)
      }),
    }
    // One that ends by itself, between two orders as well, is replaced by the next order.
    worker.on('error', () => this.#forget(thread)).once('exit', () => this.#forget(thread))
    return thread
  }

  #forget(thread: Thread): void {
    if (this.#thread === thread) this.#thread = null
  }

  async #stop(thread: Thread): Promise<void> {
    this.#forget(thread)
    await thread.worker.terminate()
  }
}

async function processorMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage()
  return (user + system) / 1_000
}
