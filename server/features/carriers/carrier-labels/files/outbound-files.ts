import { sql } from 'kysely'
import { carrierAccountStopped } from '#contracts/carriers/carrier-labels.events.ts'
import { outboundClosed } from '#contracts/depot/outbound.events.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { nextSerialNumbers } from '#server/kit/db/serial-numbers.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { subscribe } from '#server/kit/jobs/jobs.ts'
import { keyOfBatch } from '../batches/run-batch.ts'
import { BY_FILE } from './file-target.ts'
import { sendFile } from './send-file.ts'

interface Leaving {
  parcelId: string
  serialNumber: string
  serviceId: string
  service: string
  accountId: string | null
  carrier: string | null
}
interface Closed {
  batchId: string
  no: string
  at: string
}

subscribe(outboundClosed, 'carriers.onOutboundClosed', async (ctx, { parcelIds, ...closed }) => {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<Leaving>`select p.id as parcel_id, p.serial_number, v.id as service_id,
      v.code as service, m.account_id, a.carrier
    from ${tenant.rows('parcel').as('p')}
      join ${tenant.rows('deliveryService').as('v')} on v.id = p.service_id
      left join ${tenant.rows('carrierAccountService').as('m')} on m.service_id = v.id
      left join ${tenant.rows('carrierAccount').as('a')} on a.id = m.account_id
    where p.id = any(${parcelIds}::bigint[]) and v.push_method = ${BY_FILE}
    order by p.id`.execute(ctx.db)
  const groups = Map.groupBy(found.rows, (one) => one.accountId ?? `without ${one.serviceId}`)
  for (const own of groups.values()) {
    const { accountId, carrier, serviceId: id, service } = own[0]!
    if (accountId !== null && carrier !== null)
      await openFileBatch(ctx, closed, { accountId, carrier }, own)
    // The service lost its account after its orders were confirmed.
    else
      await inTx(ctx, (tx) =>
        tx.emit(carrierAccountStopped, {
          id,
          carrier: null,
          name: `${service} · ${closed.no}`,
          at: closed.at,
          why: 'noTaker',
        }),
      )
  }
})

/** One for each account and each closing, however often that is reported. */
async function openFileBatch(
  ctx: Ctx,
  { batchId, no, at }: Closed,
  { accountId, carrier }: { accountId: string; carrier: string },
  own: Leaving[],
): Promise<void> {
  const batchNo = (await nextSerialNumbers(ctx, 'carrier_batch', 'CB', 1))[0]!
  await inTx(ctx, async (tx) => {
    const made = await sql<{ id: string }>`insert into carrier_batch (tenant_id, batch_no, carrier,
        account_id, kind, day, parcels, outbound_no, source_key, create_by)
      values (${tx.principal.tenantId}, ${batchNo}, ${carrier}, ${accountId}, 'file',
        ${await businessDay(tx, Date.parse(at))}::date, ${own.length}, ${no},
        ${`${batchId}/${at}`}, ${tx.principal.username})
      on conflict (tenant_id, account_id, source_key) where source_key is not null do nothing
      returning id`.execute(tx.db)
    const id = made.rows[0]?.id
    if (id === undefined) return
    await sql`insert into carrier_batch_item (tenant_id, batch_id, parcel_id, serial_number)
      select ${tx.principal.tenantId}, ${id}, x.id, x.serial_number
      from unnest(${own.map((one) => one.parcelId)}::bigint[],
        ${own.map((one) => one.serialNumber)}::text[]) as x(id, serial_number)`.execute(tx.db)
    await tx.audit('carrier_batch', id, 'add', null, { carrier, kind: 'file', parcels: own.length })
    await tx.job(sendFile, { batchId: id }, keyOfBatch(id))
  })
}

/** Of these services those that hand over a file which no account would take. */
export async function withoutTaker(
  ctx: Ctx,
  serviceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{ id: string }>`select v.id
    from ${tenant.rows('deliveryService').as('v')}
    where v.id = any(${serviceIds}::bigint[]) and v.push_method = ${BY_FILE}
      and not exists (select 1 from ${tenant.rows('carrierAccountService').as('m')}
          join ${tenant.rows('carrierAccount').as('a')} on a.id = m.account_id
        where m.service_id = v.id and a.enabled
          and (a.mode = 'simulator' or coalesce(a.settings->>'fileUrl', '') <> ''))`.execute(ctx.db)
  return new Set(found.rows.map(({ id }) => id))
}
