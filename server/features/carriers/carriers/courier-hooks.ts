import { pollingChanged } from '#contracts/carriers/couriers.events.ts'
import type { couriers } from '#contracts/carriers/couriers.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { addressIssue } from '#server/kit/http/guarded-fetch.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'
import { adapterKind } from './accounts.ts'
import { nameLogo } from './courier-logo.ts'

/**
 * An account names an adapter there is, and only addresses its carrier answers at: ours are not the
 * carrier's to be asked about. A courier without an adapter is asked nowhere.
 */
export const courierHooks: Hooks<typeof couriers> = {
  beforeSave: (tx, draft, before) => {
    // Made-up events would reach customers.
    if (draft.simulated && tx.deps.env.production && !tx.deps.env.demo)
      failFields([{ path: 'simulated', code: 'courier.noSimulator' }])
    const name = draft.adapter ?? before?.adapter
    if (!name || name === 'none') return Promise.resolve()
    const kind = adapterKind(tx, name)
    if (!kind) failFields([{ path: 'adapter', code: 'courier.unknownAdapter', data: { name } }])
    const { apiBase } = rowAfter(draft, before)
    if (!apiBase || apiBase.trim() === '') return Promise.resolve()
    const url = URL.canParse(apiBase) ? new URL(apiBase) : null
    if (!url || addressIssue(url, kind.hosts) || url.search !== '' || url.hash !== '')
      failFields([
        { path: 'apiBase', code: 'courier.address', data: { hosts: kind.hosts.join(', ') } },
      ])
    // It stays with its carrier when the address goes.
    draft.simulated = false
    return Promise.resolve()
  },
  afterSave: async (tx, row, before) => {
    await nameLogo(tx, row.id, row.logo || null, before?.logo || null)
    if (before && PLANNED.some((field) => row[field] !== before[field]))
      await tx.emit(pollingChanged, { courier: String(row.code) })
  },
}

/** What a courier's plan of questions follows from. */
const PLANNED = [
  'adapter',
  'polling',
  'enabled',
  'pollEarlyHours',
  'pollMovingHours',
  'pollWaitingHours',
  'pollVanHours',
] as const
