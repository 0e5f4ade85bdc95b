import { isObject } from '../../../kit/platform/storage.ts'

const KEY = 'parcelyard.registered'
export interface Receipt {
  state: 'pending' | 'active'
  receipt: string
  email: string
}

/** What a registration came to, while this window is open. */
export function keepReceipt(receipt: Receipt): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(receipt))
  } catch {
    // The page after this one then only leads to the sign-in.
  }
}
export function keptReceipt(): Receipt | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return isObject(kept) &&
      (kept.state === 'pending' || kept.state === 'active') &&
      typeof kept.receipt === 'string' &&
      typeof kept.email === 'string'
      ? { state: kept.state, receipt: kept.receipt, email: kept.email }
      : null
  } catch {
    return null
  }
}
