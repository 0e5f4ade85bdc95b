export type Failure = 'unknown' | 'tooMany' | 'many' | 'noMail' | 'failed'
export type Asked<T> = { ok: true; result: T } | { ok: false; why: Failure }

/** Refusals that mean: nothing fits what was typed. */
const UNKNOWN = ['returns.pageUnknown', 'tracking.unknown']

/** A public call; null where no answer came. */
export async function send(path: string, body: object): Promise<Response | null> {
  try {
    return await fetch(`/boot/track/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      credentials: 'omit',
      body: JSON.stringify(body),
    })
  } catch {
    return null
  }
}

export async function failureOf(response: Response | null): Promise<Failure> {
  if (response?.status === 429) return 'tooMany'
  const answer = (await response?.json().catch(() => null)) as {
    error?: string
    code?: number
  } | null
  if (answer?.code === 429) return 'tooMany'
  if (answer?.error === 'returns.pageMany') return 'many'
  if (answer?.error === 'tracking.noSite') return 'noMail'
  return UNKNOWN.includes(answer?.error ?? '') ? 'unknown' : 'failed'
}

export async function ask<T>(path: string, body: object): Promise<Asked<T>> {
  const response = await send(path, body)
  const copy = response?.clone()
  const answer = (await response?.json().catch(() => null)) as {
    success: boolean
    result: T
  } | null
  return answer?.success
    ? { ok: true, result: answer.result }
    : { ok: false, why: await failureOf(copy ?? null) }
}
