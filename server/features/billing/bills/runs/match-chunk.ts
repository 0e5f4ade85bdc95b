import { sql } from 'kysely'
import { UNDECIDED } from '#contracts/billing/bills.states.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { changeMany } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { findParcels, type Found } from '../compare/find-parcels.ts'
import { profileOf, serviceOf, type Profile } from '../reading/bill-profile.ts'
import { tradeItemOf } from '../reading/guess-bill.ts'
import { lockAt, stepRun, type BillRun } from './run-row.ts'

const AT_ONCE = 2_000
interface Unmatched {
  id: string
  version: number
  key: string
  references: string[]
  damaged: boolean
  amount: string
  parcelId: string | null
  chargeCode: string
  tradeItem: string | null
  service: string | null
  serviceCode: string | null
}
interface Place {
  shipmentId: string
  customerId: string
  parcelNo: string
}

/** What the supplier's profile has by now for a line's charge and service; null where nothing else. */
function mappedAnew(line: Unmatched, profile: Profile) {
  const tradeItem = tradeItemOf(profile.chargeCodes, line.chargeCode)
  const serviceCode = serviceOf(profile, line.service)
  return tradeItem === line.tradeItem && serviceCode === line.serviceCode
    ? null
    : { tradeItem, serviceCode }
}

/**
 * Maps the charges of the next lines as the profile has them, and finds the parcels of those without
 * one; those without any stay so, and are named.
 */
export async function matchChunk(ctx: Ctx, run: BillRun): Promise<void> {
  const profile = await profileOf(ctx, run.supplierId)
  await inTx(ctx, async (tx) => {
    const locked = await lockAt(tx, run)
    if (!locked) return
    const { rows } = await sql<Unmatched>`select l.id, l.version, l.track_key as key,
        l.reference_nos as "references", l.damaged, l.amount, l.parcel_id, l.charge_code,
        l.trade_item, l.service, l.service_code
      from bill_line as l where ${tx.rows('billLine').where('l')} and l.run_id = ${run.id}
        and l.id > ${run.position} and l.posted_at is null
        and l.state = any(${[...UNDECIDED]}::text[])
      order by l.id limit ${AT_ONCE} for update`.execute(tx.db)
    if (rows.length === 0) {
      await stepRun(tx, locked, { state: 'comparing', position: '0' })
      return
    }
    const found = await findParcels(
      tx,
      rows.filter(({ parcelId }) => parcelId === null),
    )
    const places = await placesOf(tx, [...found.values()])
    await changeMany(
      tx,
      'billLine',
      rows,
      (line) => {
        const named = mappedAnew(line, profile)
        if (line.parcelId !== null) return named
        const one = found.get(line.id)
        return one
          ? {
              ...named,
              parcelId: one.parcelId,
              ...places.get(one.parcelId)!,
              matchedBy: one.how,
              voidNo: one.isVoid,
            }
          : {
              ...named,
              code: line.damaged ? 'N0' : 'D8',
              fixed: line.damaged ? 'N0' : 'D8',
              state: 'open',
              expected: '0',
              delta: line.amount,
            }
      },
      { unlogged: 'all' },
    )
    await stepRun(tx, locked, { position: rows.at(-1)!.id })
  })
}

/** Whose the parcels are. */
export async function placesOf(
  tx: Tx,
  found: readonly Pick<Found, 'parcelId'>[],
): Promise<ReadonlyMap<string, Place>> {
  const ids = [...new Set(found.map(({ parcelId }) => parcelId))]
  const { rows } = await sql<Place & { id: string }>`select p.id, p.shipment_id, p.customer_id,
      p.serial_number as parcel_no
    from ${tx.rows('parcel').as('p')} where p.id = any(${ids}::bigint[])`.execute(tx.db)
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}
