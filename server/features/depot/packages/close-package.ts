import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { TOLERANCE, type outPackages, type PackageDetail } from '#contracts/depot/packages.ts'
import { OUT_PACKAGE } from '#contracts/depot/scans.states.ts'
import { gramsToKg, kgToGrams } from '#contracts/kit/units.ts'
import { spellingsOf } from '#contracts/commercial/numbers/normalise-number.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict, failFields } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { lockPackage, type LockedPackage } from './lock-package.ts'
import { contentOf } from './package-rules.ts'
import { readPackage, signedKg } from './read-package.ts'

/** How far a weighed bag may be from the sum of its parcels, in grams. */
export const toleranceOf = (sum: number): number =>
  Math.max(TOLERANCE.grams, Math.round((sum * TOLERANCE.percent) / 100))

/**
 * Closes a bag with its seal. Weighed, it must weigh what its parcels and its tare do together,
 * within the tolerance, or be closed despite the difference.
 */
export function closePackage(
  ctx: Ctx,
  { id, version, sealNo, weightKg, despite }: In<typeof outPackages.close>,
): Promise<PackageDetail> {
  const weighed = weightKg === undefined ? null : kgToGrams(weightKg)
  if (weighed === 0) failFields([{ path: 'weightKg', code: 'field.tooSmall' }])
  return inTx(ctx, async (tx) => {
    const bag = await lockPackage(tx, id, 'close')
    await requireSeen(tx, bag, version)
    const { pieces, grams } = await contentOf(tx, id)
    if (pieces === 0) fail('outPackage.empty', { label: bag.no })
    const difference = weighed === null ? 0 : weighed - Number(bag.tareGrams) - grams
    if (Math.abs(difference) > toleranceOf(grams) && !despite)
      fail('outPackage.weightOff', {
        label: bag.no,
        sum: gramsToKg(grams + Number(bag.tareGrams)),
        weighed: gramsToKg(weighed ?? 0),
        difference: signedKg(difference),
      })
    await change(
      tx,
      'outPackage',
      bag,
      {
        status: OUT_PACKAGE.closed,
        sealNo: sealNo ?? null,
        weighedGrams: weighed === null ? null : String(weighed),
        closedAt: nowIso(),
        closedBy: tx.principal.username,
      },
      { unlogged: ['closedAt', 'closedBy'], note: { pieces, grams } },
    )
    return readPackage(tx, { id })
  })
}

/** Opens a closed bag that is on no batch: its seal is broken, its weight no longer counts. */
export function reopenPackage(
  ctx: Ctx,
  { id, version }: In<typeof outPackages.reopen>,
): Promise<PackageDetail> {
  return inTx(ctx, async (tx) => {
    const bag = await lockPackage(tx, id, 'reopen')
    await requireSeen(tx, bag, version)
    await change(tx, 'outPackage', bag, {
      status: OUT_PACKAGE.open,
      sealNo: null,
      weighedGrams: null,
      recountFits: null,
      closedAt: null,
      closedBy: null,
    })
    return readPackage(tx, { id })
  })
}

async function requireSeen(tx: Tx, bag: LockedPackage, version: number): Promise<void> {
  if (bag.version !== version) failConflict('row.stale', await readPackage(tx, { id: bag.id }))
}

/**
 * Compares what was counted with what the list has: missing and surplus numbers are answered and
 * noted, the list stays as it is.
 */
export function recountPackage(
  ctx: Ctx,
  { id, nos }: In<typeof outPackages.recount>,
): Promise<Out<typeof outPackages.recount>> {
  return inTx(ctx, async (tx) => {
    const bag = await lockPackage(tx, id, 'recount')
    const { rows } = await sql<{ serialNumber: string; trackNo: string | null }>`
      select p.serial_number, p.track_no from ${tx.rows('outPackageParcel').as('o')}
        join ${tx.rows('parcel').as('p')} on p.id = o.parcel_id
      where o.package_id = ${id} order by p.id`.execute(tx.db)
    const counted = [...new Set(nos.map((no) => no.trim()))]
    const known = new Map(
      rows.flatMap((row) => [
        [row.serialNumber, row.serialNumber] as const,
        ...(row.trackNo === null ? [] : [[row.trackNo, row.serialNumber] as const]),
      ]),
    )
    const met = new Set<string>()
    const extra: string[] = []
    for (const no of counted) {
      const serial = spellingsOf(no).flatMap((text) => known.get(text) ?? [])[0]
      if (serial === undefined) extra.push(no)
      else met.add(serial)
    }
    const missing = rows
      .filter(({ serialNumber }) => !met.has(serialNumber))
      .map(({ trackNo, serialNumber }) => trackNo ?? serialNumber)
    const fits = missing.length === 0 && extra.length === 0
    await change(
      tx,
      'outPackage',
      bag,
      { recountedAt: nowIso(), recountedBy: tx.principal.username, recountFits: fits },
      { unlogged: ['recountedAt', 'recountedBy'], note: { counted: met.size, missing, extra } },
    )
    return { fits, counted: met.size, missing, extra }
  })
}
