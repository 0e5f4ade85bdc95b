import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { isPending, SHOWN_SCANS, ScanQueue, type Verdict } from './scan-queue.ts'

const fine: Verdict = { tone: 'ok', title: 'Shelf A' }
const lost = () => new ApiError({ status: 0, message: '' })
let queues: ScanQueue[] = []
function queueOf(send: (code: string, key: string) => Promise<Verdict>, onVerdict = vi.fn()) {
  const queue = new ScanQueue({
    name: 'into',
    send,
    refused: (error) => ({ tone: 'error', title: error.message }),
    onVerdict,
  })
  queues.push(queue)
  return {
    queue,
    onVerdict,
    states: () => queue.snapshot().map((scan) => `${scan.code}:${scan.state}`),
  }
}
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
})
afterEach(() => {
  for (const queue of queues) queue.stop()
  queues = []
  vi.useRealTimers()
})

describe('a queue of scans', () => {
  it('sends one after the other, each once under its own key, in the order of scanning', async () => {
    const sent: [string, string][] = []
    let running = 0
    const { queue, states, onVerdict } = queueOf(async (code, key) => {
      expect(++running).toBe(1)
      sent.push([code, key])
      await new Promise((resolve) => setTimeout(resolve, 50))
      running--
      return fine
    })
    for (const code of ['A', 'B', 'C']) queue.add(code)
    expect(queue.pending).toBe(3)
    await later(500)
    expect(sent.map(([code]) => code)).toEqual(['A', 'B', 'C'])
    expect(new Set(sent.map(([, key]) => key)).size).toBe(3)
    expect(states()).toEqual(['C:ok', 'B:ok', 'A:ok'])
    expect([queue.pending, onVerdict.mock.calls.length]).toEqual([0, 3])
  })
  it('keeps what is part of work that goes on, over a reload, until it is finished', async () => {
    const make = () => {
      const queue = new ScanQueue({
        name: 'count',
        send: async (code) => ({ ...fine, data: code }),
        refused: (error) => ({ tone: 'error', title: error.message }),
        keeps: ({ data, undone }) => data !== undefined && !undone,
      })
      queues.push(queue)
      return queue
    }
    const first = make()
    for (let at = 0; at < SHOWN_SCANS + 5; at++) first.add(`A${at}`)
    await later(100)
    first.markUndone(first.snapshot().at(-1)!.key)
    first.stop()
    const second = make()
    const dataOf = () => second.snapshot().map(({ data }) => data)
    expect(dataOf()).toHaveLength(SHOWN_SCANS + 4)
    expect(dataOf()).not.toContain('A0')
    expect(second.pending).toBe(0)
    second.finish()
    expect(second.snapshot()).toHaveLength(SHOWN_SCANS)
    expect(dataOf().every((one) => one === undefined)).toBe(true)
    expect(make().snapshot()).toEqual([])
  })
  it('sends again under the same key until an answer comes, and loses none meanwhile', async () => {
    const keys: string[] = []
    let broken = true
    const { queue, states } = queueOf(async (_, key) => {
      keys.push(key)
      if (broken) throw lost()
      return fine
    })
    queue.add('A')
    await later(2000)
    queue.add('B')
    expect([queue.pending, queue.stuck, keys.length > 1, new Set(keys).size]).toEqual([
      2,
      true,
      true,
      1,
    ])
    broken = false
    window.dispatchEvent(new Event('online'))
    await later(100)
    expect([states(), queue.stuck]).toEqual([['B:ok', 'A:ok'], false])
    expect(new Set(keys).size).toBe(2)
  })
  it('takes a refusal as the answer and goes on', async () => {
    const { queue, states } = queueOf(async (code) => {
      if (code === 'A') throw new ApiError({ status: 200, code: 422, message: 'Wrong depot' })
      return fine
    })
    queue.add('A')
    queue.add('B')
    await later(10)
    expect(states()).toEqual(['B:ok', 'A:error'])
    expect(queue.snapshot()[1]?.title).toBe('Wrong depot')
  })
  it('waits as long as a busy server asks', async () => {
    const send = vi.fn(async (): Promise<Verdict> => {
      throw new ApiError({ status: 503, message: '', retryAfter: 7 })
    })
    const { queue } = queueOf(send)
    queue.add('A')
    await later(6900)
    expect(send).toHaveBeenCalledTimes(1)
    await later(200)
    expect(send).toHaveBeenCalledTimes(2)
  })
  it('goes on after a reload with the same keys, and knows nothing of what was answered', async () => {
    const first = queueOf(async (code) => {
      if (code === 'B') throw lost()
      return fine
    })
    first.queue.add('A')
    first.queue.add('B')
    await later(10)
    const key = first.queue.snapshot()[0]?.key
    first.queue.stop()
    const keys: string[] = []
    const second = queueOf(async (_, sentKey) => {
      keys.push(sentKey)
      return fine
    })
    await later(10)
    expect([keys, second.states()]).toEqual([[key], ['B:ok']])
    expect(localStorage.getItem('pro__scans::into')).toBe('[]')
  })
  it('lists the last twenty answered, but every one that waits', async () => {
    let open = true
    const { queue } = queueOf(async () => {
      if (!open) throw lost()
      return fine
    })
    for (let n = 0; n < 30; n++) queue.add(`ok${n}`)
    await later(50)
    expect(queue.snapshot()).toHaveLength(SHOWN_SCANS)
    open = false
    for (let n = 0; n < 30; n++) queue.add(`w${n}`)
    await later(50)
    expect(queue.snapshot().filter(isPending)).toHaveLength(30)
    expect(queue.snapshot()).toHaveLength(30 + SHOWN_SCANS)
  })
  it('survives storage that holds nonsense', () => {
    localStorage.setItem('pro__scans::into', '{"a":')
    expect(queueOf(async () => fine).queue.snapshot()).toEqual([])
    localStorage.setItem('pro__scans::into', '[1,{"key":"k"},null]')
    expect(queueOf(async () => fine).queue.snapshot()).toEqual([])
  })
})
