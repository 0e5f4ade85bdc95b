import { nowIso } from '#server/kit/runtime/clock.ts'
import { sql } from 'kysely'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import {
  storeAnswers,
  type LabelRow,
  type MakeAnswer,
  type StoredAnswer,
} from '#server/features/orders/label-sources/index.ts'
import { chargeParcels } from '#server/features/orders/charging/index.ts'
import { lockCustoms, lockParcels, moveParcels } from '#server/features/orders/shipments/index.ts'
import { enterNumbers } from '#server/features/commercial/numbers/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { offerFileOwner } from '#server/kit/files/file-owners.ts'
import { storeFile } from '#server/kit/files/stored-files.ts'
import { asSystemTx, inTx } from '#server/kit/db/tx.ts'
import type { Answered } from './ask-sources.ts'

/** Labels of other sources are files of their own record; who sees the parcel reads them. */
const LABEL_FILES = 'parcel_label'

async function named(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const known = ids.filter((id) => /^\d{1,19}$/.test(id))
  const { rows } = await sql<{ id: string; name: string }>`select l.id, l.serial_number as name
    from ${ctx.rows('parcelLabel').as('l')} where l.id = any(${known}::bigint[])`.execute(ctx.db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

offerFileOwner({
  kind: LABEL_FILES,
  kinds: {},
  readable: named,
  mayChange: () => Promise.resolve(false),
  existing: async (ctx, ids) => new Set((await named(ctx, ids)).keys()),
})

/**
 * Records what sources answered: an answer that comes twice changes nothing. A label that is made
 * makes its parcel LABELLED and locks the customs data it was made with.
 */
export async function recordMade(ctx: Ctx, answered: Answered<MakeAnswer>): Promise<void> {
  if (answered.length === 0) return
  const couriers = new Map(
    answered.flatMap(([{ id }, answer]) =>
      answer.state === 'made' && answer.courier ? [[id, answer.courier] as const] : [],
    ),
  )
  const stored: StoredAnswer[] = []
  for (const [label, answer] of answered) stored.push(await toStore(ctx, label, answer))
  await inTx(ctx, async (tx) => {
    const system = asSystemTx(tx, tx.principal.tenantId)
    const parcels = await lockParcels(
      system,
      answered.map(([{ parcelId }]) => parcelId),
    )
    const changed = await storeAnswers(tx, stored)
    const made = changed.filter(({ state }) => state === 'made')
    await tx.auditMany(
      'parcel_label',
      'edit',
      changed.map(({ id, state, number, reason }) => ({
        id,
        before: { state: answered.find(([label]) => label.id === id)?.[0].state },
        after: { state, number, reason },
      })),
    )
    if (made.length === 0) return
    await enterNumbers(
      tx,
      made.flatMap(({ id, parcelId, number, source }) =>
        number ? [{ parcelId, number, courierCode: couriers.get(id) ?? source }] : [],
      ),
    )
    const ids = new Set(made.map(({ parcelId }) => parcelId))
    const ofMade = parcels.filter(({ id }) => ids.has(id))
    await moveParcels(
      system,
      ofMade.filter((one) => one.parcelStatus === PARCEL.CONFIRMED).map(({ id }) => id),
      PARCEL.LABELLED,
      { labelledAt: nowIso() },
    )
    await chargeParcels(
      system,
      ofMade.filter((one) => one.parcelStatus > PARCEL.LABELLED).map(({ id }) => id),
      'label',
    )
    await lockCustoms(system, [...new Set(ofMade.map(({ shipmentId }) => shipmentId))])
  })
}

async function toStore(
  ctx: Ctx,
  { id, parcelId }: LabelRow,
  answer: MakeAnswer | { state: 'unknown' },
): Promise<StoredAnswer> {
  const empty = { id, number: null, reason: null, cost: null, currency: null, format: null }
  if (answer.state === 'refused')
    return { ...empty, state: 'refused', reason: answer.reason.slice(0, 500), fileId: null }
  if (answer.state !== 'made') return { ...empty, state: answer.state, fileId: null }
  const { number, label, cost } = answer
  const file = await storeFile(asSystem(ctx, ctx.principal.tenantId), {
    ownerKind: LABEL_FILES,
    ownerId: id,
    name: `label-${parcelId}.${label.format === 'pdf' ? 'pdf' : 'txt'}`,
    bytes: label.bytes,
    customerId: await customerOf(ctx, parcelId),
  })
  return {
    id,
    state: 'made',
    number,
    reason: null,
    cost: cost ? String(cost.amount) : null,
    currency: cost?.currency ?? null,
    format: label.format,
    fileId: file.id,
  }
}

async function customerOf(ctx: Ctx, parcelId: string): Promise<string | null> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{ customerId: string }>`select p.customer_id
    from ${tenant.rows('parcel').as('p')} where p.id = ${parcelId}`.execute(ctx.db)
  return found.rows[0]?.customerId ?? null
}
