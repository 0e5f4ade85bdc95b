import { AsyncLocalStorage } from 'node:async_hooks'

export interface OpenTransaction {
  open: boolean
  /**
   * Kinds of cached values this transaction has changed: what it reads of them is not visible to
   * others yet.
   */
  readonly changed: Set<string>
}

const current = new AsyncLocalStorage<OpenTransaction>()

/** The transaction that the code under way is part of, or null. */
export function openTransaction(): OpenTransaction | null {
  const found = current.getStore()
  return found?.open ? found : null
}

/**
 * Runs `work` as part of a transaction: taking another connection of the pool inside it is an
 * error.
 */
export async function asTransaction<R>(work: () => Promise<R>): Promise<R> {
  const own: OpenTransaction = { open: true, changed: new Set() }
  try {
    return await current.run(own, work)
  } finally {
    // What was left running behind is no longer part of it.
    own.open = false
  }
}
