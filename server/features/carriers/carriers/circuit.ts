/** Leave to make one call, to be handed back with its outcome; or how long not to ask. */
export type Admission =
  | { admitted: true; trial: boolean; round: number }
  | { admitted: false; waitMs: number }

/** `void`: no evidence about the carrier, such as a call our own side gave up. */
export type CallOutcome = 'ok' | 'failed' | 'void'

export interface Circuit {
  admit(): Promise<Admission>
  settle(admission: Admission, outcome: CallOutcome): Promise<void>
}

/** Until when an account is not asked, known to all processes; milliseconds since 1970. */
export interface OpenUntil {
  /** Null: it is asked as usual. */
  read(): Promise<number | null>
  open(until: number): Promise<void>
  close(): Promise<void>
  /** For one caller: it was open until `now` at the latest, and is to the others until `until`. */
  claim(now: number, until: number): Promise<boolean>
}

const WINDOW = 20
const SHARE = 0.5

/**
 * Opens when half of the last 20 calls of this process failed (domain 6.4) and stays open for
 * `openMs`, for every process; then one call of one of them is let through, and its outcome closes
 * the circuit or opens it again.
 */
export function circuit(clock: () => number, state: OpenUntil, openMs = 60_000): Circuit {
  let failures: boolean[] = []
  let round = 0
  const startAgain = () => {
    failures = []
    round += 1
  }
  return {
    async admit() {
      const until = await state.read()
      if (until === null) return { admitted: true, trial: false, round }
      if (failures.length > 0) startAgain()
      const waitMs = until - clock()
      if (waitMs > 0) return { admitted: false, waitMs }
      // While one call tries the water, the others wait as long again.
      if (!(await state.claim(clock(), clock() + openMs)))
        return { admitted: false, waitMs: openMs }
      return { admitted: true, trial: true, round }
    },
    async settle(admission, outcome) {
      if (!admission.admitted) return
      if (admission.trial) {
        if (outcome === 'ok') await state.close()
        else await state.open(outcome === 'void' ? clock() : clock() + openMs)
        return
      }
      // Calls begun before it opened end while it is open, and do not count any more.
      if (outcome === 'void' || admission.round !== round) return
      failures = [...failures, outcome === 'failed'].slice(-WINDOW)
      if (failures.length < WINDOW || failures.filter(Boolean).length < WINDOW * SHARE) return
      startAgain()
      await state.open(clock() + openMs)
    },
  }
}
