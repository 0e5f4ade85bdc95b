import { sql } from 'kysely'
import type { Tx } from '#server/kit/access/ctx.ts'
import { copyRows, type Copies } from '#server/kit/resource/copy-rows.ts'

/** The zones of a service with all their rows, for another one. */
export async function copyZones(tx: Tx, from: string, to: string): Promise<Copies> {
  const zones = await copyRows(tx, 'deliveryPartition', {
    where: sql`r.service_id = ${from}`,
    change: { service_id: to },
  })
  await copyRows(tx, 'partitionConfig', {
    where: sql`r.partition_id = any(${[...zones.keys()]}::bigint[])`,
    follow: { partition_id: zones },
  })
  await tx.auditMany(
    'delivery_partition',
    'add',
    [...zones].map(([old, id]) => ({ id, before: null, after: { serviceId: to, copyOf: old } })),
  )
  return zones
}
