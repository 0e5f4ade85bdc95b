import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Envelope } from '#contracts/kit/envelope.ts'
import type { Product } from './product.ts'

export interface Entry {
  key: string
  method: 'POST' | 'PUT'
  path: string
  body: unknown
  answer: Envelope | null
  tries: number
  replayed: boolean
}

/**
 * A client that records its requests and their answers, and repeats under the same key until it
 * gets an answer. It may rely on what was answered: the tables are compared with
 * that.
 */
export class Journal {
  readonly entries: Entry[] = []
  readonly #product: Product
  #token = ''
  constructor(product: Product) {
    this.#product = product
  }

  get acknowledged(): number {
    return this.entries.filter((entry) => entry.answer !== null).length
  }

  async signIn(username: string, password: string): Promise<void> {
    const answer = await this.#send({
      key: '',
      method: 'POST',
      path: '/sys/login',
      body: { username, password },
      answer: null,
      tries: 0,
      replayed: false,
    })
    this.#token = (answer!.result as { token: string }).token
  }

  async get(path: string, query: Record<string, string> = {}): Promise<Envelope> {
    for (;;) {
      try {
        const response = await fetch(
          `${await this.#product.base()}${path}?${new URLSearchParams(query)}`,
          { headers: this.#headers() },
        )
        if (response.status < 500) return (await response.json()) as Envelope
      } catch (error) {
        // It was killed meanwhile.
        if (this.#product.fault) throw error
      }
      await sleep(30)
    }
  }

  /**
   * One change, sent until the answer is final: a 5xx or a cut connection proves nothing
   * about whether it happened.
   */
  async change(method: Entry['method'], path: string, body: unknown): Promise<Entry> {
    const entry: Entry = {
      key: randomUUID(),
      method,
      path,
      body,
      answer: null,
      tries: 0,
      replayed: false,
    }
    this.entries.push(entry)
    while (entry.answer === null) {
      entry.answer = await this.#send(entry)
      if (entry.answer === null) await sleep(30)
    }
    return entry
  }

  /** The same request once more, as a client does that lost the answer. */
  again(entry: Entry): Promise<Envelope | null> {
    return this.#send(entry)
  }

  async upload(path: string, name: string, bytes: Uint8Array): Promise<Envelope> {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(bytes)], name))
    form.set('dryRun', 'false')
    const response = await fetch(`${await this.#product.base()}${path}`, {
      method: 'POST',
      headers: this.#headers(),
      body: form,
    })
    return (await response.json()) as Envelope
  }

  async #send(entry: Entry): Promise<Envelope | null> {
    entry.tries++
    try {
      const response = await fetch(`${await this.#product.base()}${entry.path}`, {
        method: entry.method,
        body: JSON.stringify(entry.body),
        headers: {
          ...this.#headers(),
          'content-type': 'application/json',
          ...(entry.key ? { 'idempotency-key': entry.key } : {}),
        },
      })
      if (response.status >= 500) return null
      // A file, a label for instance.
      if (!response.headers.get('content-type')?.startsWith('application/json')) {
        await response.arrayBuffer()
        return { success: true, result: null } as Envelope
      }
      if (response.headers.get('idempotent-replayed') === 'true') entry.replayed = true
      return (await response.json()) as Envelope
    } catch (error) {
      if (this.#product.fault) throw error
      return null
    }
  }

  #headers(): Record<string, string> {
    return {
      client_lang: 'en_US',
      tenant_id: '0',
      ...(this.#token ? { 'X-Access-Token': this.#token } : {}),
    }
  }
}
