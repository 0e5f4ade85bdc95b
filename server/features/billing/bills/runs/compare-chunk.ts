import { sql } from 'kysely'
import { fits, UNDECIDED } from '#contracts/billing/bills.states.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { changeMany } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { agrees, codeOf, type Finding } from '../compare/compare-lines.ts'
import { compareStored, isUndecided, STORED, type StoredLine } from '../compare/load-groups.ts'
import { bookCreditsOnce } from '../disputes/credits-once.ts'
import { profileOf, type Profile } from '../reading/bill-profile.ts'
import { lockSupplier } from '../reading/keep-draft.ts'
import { countRun, decimalsOf, lockAt, stepRun, type BillRun } from './run-row.ts'

const PARCELS_AT_ONCE = 500

/** Compares the lines of the next parcels; each line is judged once, decided ones stay as they are. */
export async function compareChunk(ctx: Ctx, run: BillRun): Promise<void> {
  const profile = await profileOf(ctx, run.supplierId)
  await inTx(ctx, async (tx) => {
    await lockSupplier(tx, run.supplierId)
    const locked = await lockAt(tx, run)
    if (!locked) return
    const { rows } = await sql<{ parcelId: string }>`select distinct l.parcel_id
      from ${tx.rows('billLine').as('l')}
      where l.run_id = ${run.id} and l.parcel_id > ${run.position}
        and l.state = any(${[...UNDECIDED]}::text[]) and l.posted_at is null
      order by l.parcel_id limit ${PARCELS_AT_ONCE}`.execute(tx.db)
    if (rows.length === 0) {
      await bookCreditsOnce(tx, run)
      await countRun(tx, run.id)
      await stepRun(tx, locked, { state: 'matched', position: '0' })
      return
    }
    const ids = rows.map(({ parcelId }) => parcelId)
    await compareParcels(tx, run, ids, profile)
    await stepRun(tx, locked, { position: ids.at(-1)! })
  })
}

/**
 * Compares a run's lines of these parcels, and notes it with the lines no user has decided on. The
 * supplier is locked: no other run of its is compared meanwhile.
 */
export async function compareParcels(
  tx: Tx,
  run: Pick<BillRun, 'id' | 'supplierId'>,
  parcelIds: readonly string[],
  profile: Profile,
): Promise<void> {
  const lines = await linesOf(tx, run.id, parcelIds)
  const findings = await compareStored(tx, run, lines)
  await changeMany(
    tx,
    'billLine',
    lines.filter(isUndecided),
    (line) => {
      const finding = findings.get(line.id)
      return finding ? judged(line, finding, profile) : null
    },
    { unlogged: 'all' },
  )
}

/** All lines of a run about these parcels, locked. */
export async function linesOf(
  tx: Tx,
  runId: string,
  parcelIds: readonly string[],
): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`select ${STORED}
    from bill_line as l where ${tx.rows('billLine').where('l')} and l.run_id = ${runId}
      and l.parcel_id = any(${parcelIds}::bigint[]) order by l.id for update`.execute(tx.db)
  return rows
}

export function judged(line: StoredLine, finding: Finding, profile: Profile) {
  const decimals = decimalsOf(line.currency)
  const { fixed, expected, delta, itemExpected, itemBilled, totalDelta, totalExpected } = finding
  const code = codeOf(
    {
      fixed,
      itemExpected,
      itemBilled,
      tradeItem: line.tradeItem,
      weightBilled: line.weight,
      weightOurs: finding.weight,
      zoneBilled: line.zone,
      zoneOurs: finding.zone,
      serviceBilled: line.serviceCode,
      serviceOurs: finding.service,
    },
    profile,
    decimals,
  )
  return {
    code,
    fixed,
    state: fits(code) ? 'fits' : 'open',
    expected: expected.toString(),
    delta: delta.toString(),
    itemExpected: itemExpected?.toString() ?? null,
    itemBilled: itemBilled?.toString() ?? null,
    weightOurs: finding.weight,
    zoneOurs: finding.zone,
    serviceOurs: finding.service,
    totalAgrees: totalDelta !== null && agrees(totalDelta, totalExpected, profile, decimals),
  }
}
