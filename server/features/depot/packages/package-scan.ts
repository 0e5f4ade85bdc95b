import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { outPackages, PackageResult } from '#contracts/depot/packages.ts'
import { parcelBagged, parcelScanUndone } from '#contracts/depot/scans.events.ts'
import { SCAN } from '#contracts/depot/scans.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import { PARCEL, type ParcelState } from '#contracts/orders/shipments.states.ts'
import {
  classifyOutboundScan,
  depotCode,
  findScanned,
  logScan,
  notOne,
  readableData,
  readParcel,
  undoScansOf,
} from '#server/features/depot/scans/index.ts'
import {
  lockParcels,
  moveParcels,
  type LockedParcel,
} from '#server/features/orders/shipments/index.ts'
import { unpickedOrders } from '#server/features/orders/stock/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { EnvelopeReply } from '#server/kit/http/http-side.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { bagOf, lockPackage, lockPackages, openFor, type LockedPackage } from './lock-package.ts'
import { brokenRule, contentOf, targetOf } from './package-rules.ts'

interface Outcome {
  code: number
  words: string
  data?: Record<string, unknown>
  parcel?: LockedParcel
  from?: number
}

const grams = (parcel: LockedParcel): number => parcel.measuredWeight ?? parcel.weight

/** A parcel into an open bag, by its rules; the database lets it lie in one bag only. */
export function packageScan(
  ctx: Ctx,
  { id, no }: In<typeof outPackages.scan>,
): Promise<EnvelopeReply> {
  return inTx(ctx, async (tx) => {
    const bag = await lockPackage(tx, id, 'scan')
    const found = await findScanned(
      tx,
      no,
      ({ parcelStatus, depotId }) =>
        classifyOutboundScan(parcelStatus) === 'bag' && depotId === bag.depotId,
    )
    const issue = notOne(found)
    if (issue) return answer(tx, bag, no, issue)
    const [parcel] = found.kind === 'one' ? await lockParcels(tx, [found.match.parcelId]) : []
    if (!parcel) return answer(tx, bag, no, { code: SCAN.notPredicted, words: 'scan.unknown' })
    return answer(tx, bag, no, {
      ...((await refusedFor(tx, bag, parcel)) ?? (await putIn(tx, bag, parcel))),
      parcel,
    })
  })
}

/** Why this parcel does not go into a bag; null where it does by its state. */
async function refusedFor(
  tx: Tx,
  bag: LockedPackage,
  parcel: LockedParcel,
): Promise<Outcome | null> {
  if (parcel.depotId !== bag.depotId)
    return {
      code: SCAN.status,
      words: 'scan.wrongDepot',
      data: { depot: await depotCode(tx, parcel.depotId) },
    }
  const scanClass = classifyOutboundScan(parcel.parcelStatus)
  if (scanClass === 'neverReceived') return { code: SCAN.neverReceived, words: 'scan.notReceived' }
  if (scanClass === 'alreadyOut') return { code: SCAN.alreadyOut, words: 'scan.alreadyOut' }
  if (scanClass === 'held')
    return { code: SCAN.held, words: 'scan.held', data: { reason: parcel.heldReason ?? '' } }
  if (scanClass === 'bagged') {
    const other = await bagOf(tx, parcel.id)
    if (!other) return { code: SCAN.otherBatch, words: 'scan.loose' }
    return other.id === bag.id
      ? { code: SCAN.alreadyIn, words: 'scan.inThisBag', data: { bag: bag.no } }
      : { code: SCAN.otherBag, words: 'scan.inBag', data: { bag: other.no } }
  }
  if (scanClass === 'status')
    return {
      code: SCAN.status,
      words: 'scan.status',
      data: { parcelStatus: parcel.parcelStatus },
    }
  if (parcel.confirmedAt === null) return { code: SCAN.status, words: 'scan.needConfirm' }
  const unpicked = await unpickedOrders(tx, [parcel.id])
  return unpicked.length > 0 ? { code: SCAN.status, words: 'scan.unpicked' } : null
}

async function putIn(tx: Tx, bag: LockedPackage, parcel: LockedParcel): Promise<Outcome> {
  const target = await targetOf(tx, parcel)
  const asked = { serviceId: parcel.serviceId, grams: grams(parcel) }
  const broken = brokenRule(bag, await contentOf(tx, bag.id), asked, target)
  if (broken) return broken
  await sql`insert into out_package_parcel (tenant_id, package_id, parcel_id, sort_code, from_state,
      create_by)
    values (${tx.principal.tenantId}, ${bag.id}, ${parcel.id}, ${target.sortCode},
      ${parcel.parcelStatus}, ${tx.principal.username})`.execute(tx.db)
  await moveParcels(tx, [parcel.id], PARCEL.BAGGED)
  await tx.emit(parcelBagged, {
    parcelIds: [parcel.id],
    depotId: bag.depotId,
    batchId: bag.id,
    at: nowIso(),
  })
  return { code: SCAN.ok, words: 'scan.intoBag', data: { bag: bag.no }, from: parcel.parcelStatus }
}

/** Takes a parcel out of an open bag: it lies where it came from, and its scan counts no more. */
export function removeScan(
  ctx: Ctx,
  { id, no }: In<typeof outPackages.removeScan>,
): Promise<EnvelopeReply> {
  return inTx(ctx, async (tx) => {
    const bag = await lockPackage(tx, id, 'remove')
    const inside = await insideOf(tx, bag, no)
    if (!inside) return answer(tx, bag, no, notInBag(bag))
    const { parcel, fromState } = inside
    await takeOut(tx, bag.id, parcel.id)
    await moveParcels(tx, [parcel.id], fromState as ParcelState)
    await tx.emit(parcelScanUndone, {
      parcelIds: [parcel.id],
      depotId: bag.depotId,
      station: 'bag',
      at: nowIso(),
    })
    return answer(tx, bag, no, {
      code: SCAN.ok,
      words: 'scan.outOfBag',
      data: { bag: bag.no },
      parcel,
    })
  })
}

/** A parcel from one open bag into another, by the rules of that one; it stays bagged. */
export function transferParcel(
  ctx: Ctx,
  { id, no, toId }: In<typeof outPackages.transfer>,
): Promise<EnvelopeReply> {
  return inTx(ctx, async (tx) => {
    const bags = await lockPackages(tx, [id, toId])
    const from = await openFor(tx, bags.find((bag) => bag.id === id) ?? failMissing(), 'transfer')
    const to = await openFor(tx, bags.find((bag) => bag.id === toId) ?? failMissing(), 'transfer')
    const inside = await insideOf(tx, from, no)
    if (!inside) return answer(tx, from, no, notInBag(from))
    const { parcel, fromState } = inside
    if (to.id === from.id)
      return answer(tx, from, no, {
        code: SCAN.alreadyIn,
        words: 'scan.inThisBag',
        data: { bag: to.no },
        parcel,
      })
    if (to.depotId !== from.depotId)
      return answer(tx, from, no, {
        code: SCAN.status,
        words: 'scan.bag.otherDepot',
        data: { bag: to.no },
        parcel,
      })
    const target = await targetOf(tx, parcel)
    const asked = { serviceId: parcel.serviceId, grams: grams(parcel) }
    const broken = brokenRule(to, await contentOf(tx, to.id), asked, target)
    if (broken) return answer(tx, from, no, { ...broken, parcel })
    await takeOut(tx, from.id, parcel.id)
    await sql`insert into out_package_parcel (tenant_id, package_id, parcel_id, sort_code,
        from_state, create_by)
      values (${tx.principal.tenantId}, ${to.id}, ${parcel.id}, ${target.sortCode}, ${fromState},
        ${tx.principal.username})`.execute(tx.db)
    return answer(tx, to, no, {
      code: SCAN.ok,
      words: 'scan.transferred',
      data: { bag: to.no, from: from.no },
      parcel,
      from: fromState,
    })
  })
}

const notInBag = (bag: LockedPackage): Outcome => ({
  code: SCAN.notInBatch,
  words: 'scan.notInBag',
  data: { bag: bag.no },
})

/** The parcel of this number that lies in the bag, locked. */
async function insideOf(
  tx: Tx,
  bag: LockedPackage,
  no: string,
): Promise<{ parcel: LockedParcel; fromState: number } | null> {
  const found = await findScanned(tx, no, ({ parcelStatus }) => parcelStatus === PARCEL.BAGGED)
  const [parcel] = found.kind === 'one' ? await lockParcels(tx, [found.match.parcelId]) : []
  const inside = parcel && (await bagOf(tx, parcel.id))
  return parcel && inside?.id === bag.id ? { parcel, fromState: inside.fromState } : null
}

async function takeOut(tx: Tx, packageId: string, parcelId: string): Promise<void> {
  await sql`delete from out_package_parcel as o where ${tx.rows('outPackageParcel').where('o')}
    and o.package_id = ${packageId} and o.parcel_id = ${parcelId}`.execute(tx.db)
  await undoScansOf(tx, { station: 'bag', batchId: packageId, parcelIds: [parcelId] })
}

async function answer(
  tx: Tx,
  bag: LockedPackage,
  no: string,
  outcome: Outcome,
): Promise<EnvelopeReply> {
  const { parcel, data = {}, from } = outcome
  const scanId = await logScan(tx, {
    station: 'bag',
    no,
    code: outcome.code,
    words: outcome.words,
    data,
    parcelId: parcel?.id ?? null,
    batchId: bag.id,
    depotId: bag.depotId,
    ...(from === undefined ? {} : { effect: { from } }),
  })
  const { pieces, grams: weight } = await contentOf(tx, bag.id)
  const result: PackageResult = {
    scanId,
    parcel: parcel ? await readParcel(tx, parcel.id) : null,
    warnings: [],
    package: { id: bag.id, no: bag.no, pieces, weightKg: gramsToKg(weight) },
  }
  return new EnvelopeReply(outcome.code, outcome.words, await readableData(tx, data), result)
}
