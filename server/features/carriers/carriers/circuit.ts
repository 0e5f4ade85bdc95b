/** Leave to make one call, to be handed back with its outcome; or how long not to ask. */
export type Admission = { admitted: true; trial: boolean } | { admitted: false; waitMs: number }

/** `void`: no evidence about the carrier, such as a call our own side gave up. */
export type CallOutcome = 'ok' | 'failed' | 'void'

export interface Circuit {
  admit(): Admission
  settle(admission: Admission, outcome: CallOutcome): void
}

const WINDOW = 20
const SHARE = 0.5

/**
 * Opens when half of the last 20 calls failed (domain 6.4) and stays open for `openMs`; then one
 * call is let through, and its outcome closes the circuit or opens it again.
 */
export function circuit(clock: () => number, openMs = 60_000): Circuit {
  let failures: boolean[] = []
  let openUntil: number | null = null
  let trying = false

  return {
    admit() {
      if (openUntil === null) return { admitted: true, trial: false }
      const waitMs = openUntil - clock()
      if (waitMs > 0) return { admitted: false, waitMs }
      // While one call tries the water, the others wait as long again.
      if (trying) return { admitted: false, waitMs: openMs }
      trying = true
      return { admitted: true, trial: true }
    },
    settle(admission, outcome) {
      if (!admission.admitted) return
      if (admission.trial) {
        trying = false
        if (outcome === 'void') return
        openUntil = outcome === 'ok' ? null : clock() + openMs
        return
      }
      // Calls begun before it opened end while it is open, and do not count any more.
      if (outcome === 'void' || openUntil !== null) return
      failures = [...failures, outcome === 'failed'].slice(-WINDOW)
      if (failures.length < WINDOW || failures.filter(Boolean).length < WINDOW * SHARE) return
      openUntil = clock() + openMs
      failures = []
    },
  }
}
