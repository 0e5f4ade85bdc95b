import { sql } from 'kysely'
import type { Tx } from '#server/kit/access/ctx.ts'
import { copyRows } from '#server/kit/resource/copy-rows.ts'

const CODE_MAX = 32

/**
 * The number pools of a service for another one, without their numbers, which are given once:
 * the copies are filled by files of their own.
 */
export async function copyPools(
  tx: Tx,
  { from, to, code, customers }: { from: string; to: string; code: string; customers: boolean },
): Promise<void> {
  let no = 0
  const pools = await copyRows(tx, 'numberPool', {
    where: sql`r.service_id = ${from} and r.status <> '3'
      and (${customers} or r.customer_id is null)`,
    change: () => ({
      service_id: to,
      code: `${code.slice(0, CODE_MAX - 6)}-L${++no}`,
      low_level: 0,
    }),
  })
  await tx.auditMany(
    'number_pool',
    'add',
    [...pools].map(([old, id]) => ({ id, before: null, after: { serviceId: to, copyOf: old } })),
  )
}
