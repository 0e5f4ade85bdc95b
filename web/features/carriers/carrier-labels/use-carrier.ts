import { useLocation } from 'react-router'
import { carrierAccounts } from '#contracts/carriers/carrier-accounts.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { useApi } from '../../../kit/http/query.ts'

export type Described = Out<typeof carrierAccounts.describe>[number]

/** The carrier of a screen's address (`/delivery/<carrier>/…`) and what its folder offers. */
export function useCarrier(): { code: string; described: Described | undefined } {
  const [, , code = ''] = useLocation().pathname.split('/')
  const found = useApi(carrierAccounts.describe, {}, { staleTime: 300_000 })
  return { code, described: found.data?.find((one) => one.code === code) }
}
