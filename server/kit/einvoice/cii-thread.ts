import type { Invoice } from '@e-invoice-eu/core'
import { Worker } from 'node:worker_threads'
import type { CiiOrder, CiiReply } from './cii-worker.ts'

/** A thread without work is ended: it holds 40 MB. */
const IDLE_MS = 20_000

class Thread {
  readonly #worker = new Worker(new URL('./cii-worker.ts', import.meta.url), {
    execArgv: [],
  })
  readonly #open = new Map<number, PromiseWithResolvers<string>>()
  #last = 0
  #idle: NodeJS.Timeout | undefined

  constructor() {
    this.#worker.unref()
    this.#worker.on('message', (reply: CiiReply) => {
      const order = this.#open.get(reply.id)
      if ('xml' in reply) order?.resolve(reply.xml)
      else order?.reject(new Error(reply.error))
      this.#done(reply.id)
    })
    this.#worker.on('error', (error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(new Error('the thread that writes invoices ended')))
  }

  write(ubl: Invoice, format: CiiOrder['format']): Promise<string> {
    clearTimeout(this.#idle)
    const order: CiiOrder = { id: ++this.#last, ubl, format }
    const answer = Promise.withResolvers<string>()
    this.#open.set(order.id, answer)
    this.#worker.ref()
    this.#worker.postMessage(order)
    return answer.promise
  }

  #done(id: number): void {
    this.#open.delete(id)
    if (this.#open.size > 0) return
    // Waiting for more work must not keep the process.
    this.#worker.unref()
    this.#idle = setTimeout(() => this.#end(new Error('idle')), IDLE_MS).unref()
  }

  #end(error: unknown): void {
    if (running.thread === this) running.thread = undefined
    clearTimeout(this.#idle)
    for (const order of this.#open.values()) order.reject(error)
    this.#open.clear()
    void this.#worker.terminate()
  }
}

/** One for the process: invoices of a month wait for each other, not the server for them. */
const running: { thread: Thread | undefined } = { thread: undefined }

/** Writes an invoice in a thread of its own: a thousand lines take the library seconds. */
export function writeInThread(ubl: Invoice, format: CiiOrder['format']): Promise<string> {
  running.thread ??= new Thread()
  return running.thread.write(ubl, format)
}
