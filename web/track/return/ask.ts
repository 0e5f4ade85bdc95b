import type { PageOrder } from '#contracts/returns/return-page.ts'
import { ask, failureOf, send, type Asked, type Failure } from '../ask.ts'
import type { Words } from './words.ts'

/** What shows that a visitor has the order. Always in the body: addresses are logged and passed on. */
export interface Proof {
  page: string
  orderNo: string
  postcode: string
}
export const askOrder = (proof: Proof): Promise<Asked<PageOrder>> => ask('return/order', proof)
export const askAnnounce = (
  proof: Proof,
  wish: { lines: { sku: string; quantity: number }[]; reason: string; remark: string },
): Promise<Asked<{ no: string }>> => ask('return/announce', { ...proof, ...wish })

/** The return page sends no mail, so the want of a mail channel is no answer it explains. */
export const failureText = (words: Words, why: Failure | 'choose'): string =>
  words[why === 'noMail' ? 'failed' : why]

/** Saves the label; null, or why it is not there. */
export async function saveLabel(proof: Proof, no: string): Promise<Failure | null> {
  const response = await send('return/label', { ...proof, no })
  // A label, or the code a shop prints it by.
  const [, type] = /^(?:application|image)\/(pdf|png)/.exec(
    response?.headers.get('content-type') ?? '',
  ) ?? [null, null]
  if (!response?.ok || type === null) return failureOf(response)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = `${no}.${type}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  return null
}
