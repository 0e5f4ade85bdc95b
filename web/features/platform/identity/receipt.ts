import { isObject } from '../../../kit/text/storage.ts'

const KEY = 'parcelyard.registered'
export interface Receipt {
  state: 'pending' | 'active'
  receipt: string
  email: string
}

/** What a registration came to, while this window is open. */
export function storeReceipt(receipt: Receipt): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(receipt))
  } catch {
    // The page after this one then only leads to the sign-in.
  }
}
export function storedReceipt(): Receipt | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return isObject(stored) &&
      (stored.state === 'pending' || stored.state === 'active') &&
      typeof stored.receipt === 'string' &&
      typeof stored.email === 'string'
      ? { state: stored.state, receipt: stored.receipt, email: stored.email }
      : null
  } catch {
    return null
  }
}
