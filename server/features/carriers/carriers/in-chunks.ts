import type { TrackResult } from './adapter.ts'
import { CarrierError } from './carrier-error.ts'

type Failed = Extract<TrackResult, { outcome: 'failed' }>

/**
 * Asks for numbers so many at a time. An error of the account or the carrier, not of one answer,
 * stands for all that follow: they are not tried.
 */
export async function inChunks<R extends { number: string }>(
  numbers: readonly string[],
  size: number,
  ask: (chunk: readonly string[]) => Promise<readonly R[]>,
): Promise<(R | Failed)[]> {
  const results: (R | Failed)[] = []
  let stopped: CarrierError | null = null
  for (let at = 0; at < numbers.length; at += size) {
    const chunk = numbers.slice(at, at + size)
    const failed = (error: CarrierError) =>
      chunk.map((number): Failed => ({ number, outcome: 'failed', error }))
    if (stopped) {
      results.push(...failed(stopped))
      continue
    }
    try {
      results.push(...(await ask(chunk)))
    } catch (error) {
      if (!(error instanceof CarrierError)) throw error
      results.push(...failed(error))
      if (!OF_ONE.has(error.kind)) stopped = error
    }
  }
  return results
}

const OF_ONE: ReadonlySet<CarrierError['kind']> = new Set(['refused', 'badReply', 'tooLarge'])

/** Whether the account is accepted: `ask` a thing the carrier answers without a parcel of ours. */
export async function healthOf(
  ask: () => Promise<unknown>,
): Promise<{ ok: boolean; detail: 'ok' | CarrierError['kind'] }> {
  try {
    await ask()
    return { ok: true, detail: 'ok' }
  } catch (error) {
    if (error instanceof CarrierError) return { ok: false, detail: error.kind }
    throw error
  }
}
