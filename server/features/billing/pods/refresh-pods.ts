import { sql } from 'kysely'
import type { pods } from '#contracts/billing/pods.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import {
  carrierAccount,
  CarrierError,
  logCalls,
  type PodFile,
} from '#server/features/carriers/carriers/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { attachFile } from './attach-file.ts'
import { eachPod } from './change-pods.ts'
import { labelOf } from './lock-pods.ts'

type Fetched = PodFile | 'noApi' | 'notThere' | 'failed'
interface Wanted {
  id: string
  trackNo: string | null
  courier: string | null
}

/**
 * Asks the carriers' APIs for proofs, one after the other and outside of any transaction, then
 * stores what came. What an API does not have stays as it is.
 */
export async function refreshPods(ctx: Ctx, sent: In<typeof pods.refresh>): Promise<BulkResult> {
  const { rows } = await sql<Wanted>`select p.id, p.track_no, k.code as courier
    from ${ctx.rows('pod').as('p')}
      left join ${ctx.rows('podCarrier').as('c')} on c.id = p.pod_carrier_id
      left join ${ctx.rows('courier').as('k')} on k.id = c.courier_id
    where p.id = any(${sent.ids}::bigint[]) and p.state not in ('VERIFIED', 'BILLED')
    order by p.id`.execute(ctx.db)
  const fetched = new Map<string, Fetched>()
  for (const row of rows) fetched.set(row.id, await fetchOne(ctx, row))
  return eachPod(ctx, sent, async (tx, row) => {
    const label = labelOf(row)
    const file = fetched.get(row.id)
    if (file === undefined) fail('pod.proven', { label })
    if (file === 'noApi') fail('pod.noApi', { label })
    if (file === 'notThere') fail('pod.notThere', { label })
    if (file === 'failed') fail('pod.apiFailed', { label })
    return attachFile(tx, row, {
      name: file.fileName,
      bytes: Buffer.from(file.bytes),
      source: 'carrier',
      signedBy: file.signedBy,
      signedAt: file.time,
    })
  })
}

async function fetchOne(ctx: Ctx, { trackNo, courier }: Wanted): Promise<Fetched> {
  const account = courier === null ? null : await carrierAccount(ctx, courier)
  if (!account?.adapter.fetchPod || trackNo === null) return 'noApi'
  try {
    return (await account.adapter.fetchPod(trackNo)) ?? 'notThere'
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error
    return 'failed'
  } finally {
    await logCalls(ctx, account)
  }
}
