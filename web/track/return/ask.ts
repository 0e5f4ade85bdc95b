import type { PageOrder } from '#contracts/returns/return-page.ts'

/** What shows that a visitor has the order. Always in the body: addresses are logged and passed on. */
export interface Proof {
  page: string
  orderNo: string
  postcode: string
}
export type Failure = 'unknown' | 'tooMany' | 'many' | 'failed'
export type Asked<T> = { ok: true; result: T } | { ok: false; why: Failure }

async function send(call: string, body: object): Promise<Response | null> {
  try {
    return await fetch(`/boot/track/return/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      credentials: 'omit',
      body: JSON.stringify(body),
    })
  } catch {
    return null
  }
}

async function failureOf(response: Response | null): Promise<Failure> {
  if (response?.status === 429) return 'tooMany'
  const answer = (await response?.json().catch(() => null)) as { error?: string } | null
  if (answer?.error === 'returns.pageMany') return 'many'
  return answer?.error === 'returns.pageUnknown' ? 'unknown' : 'failed'
}

async function ask<T>(call: string, body: object): Promise<Asked<T>> {
  const response = await send(call, body)
  const copy = response?.clone()
  const answer = (await response?.json().catch(() => null)) as {
    success: boolean
    result: T
  } | null
  return answer?.success
    ? { ok: true, result: answer.result }
    : { ok: false, why: await failureOf(copy ?? null) }
}

export const askOrder = (proof: Proof): Promise<Asked<PageOrder>> => ask('order', proof)
export const askAnnounce = (
  proof: Proof,
  wish: { lines: { sku: string; quantity: number }[]; reason: string; remark: string },
): Promise<Asked<{ no: string }>> => ask('announce', { ...proof, ...wish })

/** Saves the label; null, or why it is not there. */
export async function saveLabel(proof: Proof, no: string): Promise<Failure | null> {
  const response = await send('label', { ...proof, no })
  if (!response?.ok || !(response.headers.get('content-type') ?? '').includes('pdf'))
    return failureOf(response)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = `${no}.pdf`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  return null
}
