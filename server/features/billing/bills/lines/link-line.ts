import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { billLines } from '#contracts/billing/bill-lines.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { keyOf } from '../compare/bill-numbers.ts'
import { findParcels } from '../compare/find-parcels.ts'
import { bookCreditsOnce } from '../disputes/credits-once.ts'
import { profileOf } from '../reading/bill-profile.ts'
import { lockSupplier } from '../reading/keep-draft.ts'
import { compareParcels } from '../runs/compare-chunk.ts'
import { placesOf } from '../runs/match-chunk.ts'
import { countRun } from '../runs/run-row.ts'
import { lockLine, readLine, requireOpen, requireVersion, wireLine } from './line-row.ts'

export interface Linked {
  parcelId: string
  shipmentId: string
  customerId: string
  parcelNo: string
}

/** The parcels of numbers users entered, in their order; refuses one that names none or several. */
export async function linkedParcels(
  tx: Tx,
  numbers: readonly string[],
  path: (at: number) => string,
): Promise<Linked[]> {
  const wanted = numbers.map((number, at) => ({
    id: String(at),
    key: keyOf(number),
    references: [] as string[],
    damaged: false,
  }))
  const found = await findParcels(tx, wanted)
  const places = await placesOf(tx, [...found.values()])
  return wanted.map(({ id }, at) => {
    const parcelId = found.get(id)?.parcelId
    const place = parcelId === undefined ? undefined : places.get(parcelId)
    return place && parcelId !== undefined
      ? { parcelId, ...place }
      : failFields([{ path: path(at), code: 'bill.noSuchParcel' }])
  })
}

/** Gives a line to a parcel and compares the parcel's lines again. */
export function linkLine(
  ctx: Ctx,
  { id, parcelNo, version }: In<typeof billLines.link>,
): Promise<Out<typeof billLines.link>> {
  return inTx(ctx, async (tx) => {
    await lockSupplier(tx, (await readLine(tx, id)).supplierId)
    const line = await lockLine(tx, id)
    await requireVersion(tx, line, version)
    requireOpen(line)
    const [parcel] = await linkedParcels(tx, [parcelNo], () => 'parcelNo')
    await change(tx, 'billLine', line, { ...parcel!, matchedBy: 'hand', voidNo: false })
    const touched = [parcel!.parcelId, ...(line.parcelId === null ? [] : [line.parcelId])]
    const run = { id: line.runId, supplierId: line.supplierId }
    await compareParcels(tx, run, touched, await profileOf(tx, line.supplierId))
    await bookCreditsOnce(tx, run)
    await countRun(tx, line.runId)
    return wireLine(tx, id)
  })
}
