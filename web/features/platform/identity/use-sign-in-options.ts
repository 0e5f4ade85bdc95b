import { useEffect, useState } from 'react'
import type { identity } from '#contracts/platform/session/identity.ts'
import { call, type CallOf } from '../../../kit/http/api.ts'
import { requestedTenant } from './tenant.ts'

const options: CallOf<typeof identity.options> = { method: 'GET', path: '/sys/signIn/options' }
const load = () => call(options, requestedTenant(), { quiet: true })
export type SignInOptions = Awaited<ReturnType<typeof load>>

/** What the pages before the sign-in may offer; null until it is known, and without an answer. */
export function useSignInOptions(): SignInOptions | null {
  const [found, setFound] = useState<SignInOptions | null>(null)
  useEffect(() => {
    load().then(setFound, () => undefined)
  }, [])
  return found
}
