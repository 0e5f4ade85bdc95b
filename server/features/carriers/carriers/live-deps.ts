import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { CallDeps, CallRecord } from './call.ts'

/**
 * The real clock, network and chance. Pass another `fetch` to reach the simulator or a guarded
 * network.
 */
export function liveDeps(
  log: (record: CallRecord) => void,
  fetchWith: typeof fetch,
  { turn, openUntil }: Pick<CallDeps, 'turn' | 'openUntil'>,
): CallDeps {
  return {
    fetch: fetchWith,
    clock: Date.now,
    // The guard looks at the signal itself when it wakes.
    sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
    random: Math.random,
    newId: randomUUID,
    log,
    turn,
    openUntil,
  }
}
