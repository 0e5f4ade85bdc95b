import { z } from 'zod'
import type { CarrierCall, CarrierReply, CarrierRequest } from './call.ts'
import { CarrierError } from './carrier-error.ts'
import { jsonOf } from './reply.ts'

const MARGIN_MS = 60_000
const answer = z.looseObject({ access_token: z.string().min(1), expires_in: z.coerce.number() })

/**
 * Calls with a bearer token: fetched once for all callers, renewed before it expires. A token the
 * carrier no longer takes is fetched again, and the call repeated once: it was not done.
 */
export function withToken(
  call: CarrierCall,
  request: () => CarrierRequest,
  clock: () => number,
): CarrierCall {
  let held: Promise<{ token: string; until: number }> | null = null

  async function fetchToken(): Promise<{ token: string; until: number }> {
    const reply = await call(request())
    if (reply.status >= 400)
      throw new CarrierError('auth', 'not accepted', { status: reply.status })
    const { access_token: token, expires_in: seconds } = readToken(reply)
    return { token, until: clock() + seconds * 1_000 - MARGIN_MS }
  }

  async function current(): Promise<string> {
    const known = held && (await held.catch(() => null))
    if (known && known.until > clock()) return known.token
    held ??= fetchToken()
    if (known) held = fetchToken()
    try {
      return (await held).token
    } catch (error) {
      held = null
      throw error
    }
  }

  return async (asked) => {
    for (let again = false; ; again = true) {
      const token = await current()
      const reply = await call({
        ...asked,
        headers: { ...asked.headers, authorization: `Bearer ${token}` },
      })
      if (reply.status === 403) throw new CarrierError('refused', 'not entitled', { status: 403 })
      if (reply.status !== 401) return reply
      if (again) throw new CarrierError('auth', 'token not accepted', { status: 401 })
      held = null
    }
  }
}

function readToken(reply: CarrierReply): z.infer<typeof answer> {
  const found = answer.safeParse(jsonOf(reply))
  if (!found.success) throw new CarrierError('badReply', 'no token')
  return found.data
}
