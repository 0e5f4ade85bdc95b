import { sql } from 'kysely'
import { formatMoney } from '#contracts/kit/money.ts'
import type { TrackDetail } from '#contracts/returns/return-tracks.shapes.ts'
import { feeLines, giveBack, leftOf, post, splitFee } from '#server/features/money/ledger/index.ts'
import { taxTermsAs } from '#server/features/money/tax/index.ts'
import { termsOf, type ReturnTerms } from '#server/features/returns/return-terms/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { now } from '#server/kit/runtime/clock.ts'
import type { Track } from './track.ts'

const DAY = 86_400_000

/** What is charged of a return, by the fee items of price tables. */
export const FEE_ITEM = {
  receive: '13',
  restock: '9',
  relabel: '10',
  forward: '9',
  destroy: '12',
  handBack: '9',
  storage: '11',
} as const
export type FeeKind = keyof typeof FEE_ITEM

/** The fee of the terms by what was decided. */
export const FEE_OF = {
  restock: 'feeRestock',
  relabel: 'feeRelabel',
  forward: 'feeForward',
  destroy: 'feeDestroy',
  handBack: 'feeHandBack',
} as const satisfies Partial<Record<FeeKind, keyof ReturnTerms>>

/**
 * What an owner is charged for each decision once it is done, and for its storage up to now
 * whatever is decided, with the tax on it.
 */
export async function actionFeesOf(
  ctx: Ctx,
  track: Pick<Track, 'customerId' | 'depotId' | 'arrivedAt' | 'ownedAt'>,
): Promise<TrackDetail['actionFees']> {
  const { customerId, depotId } = track
  if (customerId === null) return []
  const terms = await termsOf(ctx, customerId, depotId)
  const taxed = await taxTermsAs(ctx, customerId, null)
  const { currency } = terms
  const charged = (action: FeeKind, minor: bigint) => {
    const { net, taxes } = splitFee(taxed, FEE_ITEM[action], minor)
    const gross = taxes.reduce((sum, one) => sum + one.minor, net)
    return {
      action,
      net: formatMoney({ minor: net, currency }),
      gross: formatMoney({ minor: gross, currency }),
      currency,
    }
  }
  return [
    ...Object.entries(FEE_OF).map(([action, field]) =>
      charged(action as FeeKind, BigInt(terms[field])),
    ),
    charged('storage', storageFee(track, terms)),
  ]
}

/** For the days up to now beyond those that are free, counted by the terms. */
export function storageFee(
  { arrivedAt, ownedAt }: Pick<Track, 'arrivedAt' | 'ownedAt'>,
  { feesFrom, freeDays, feeStorage }: Pick<ReturnTerms, 'feesFrom' | 'freeDays' | 'feeStorage'>,
): bigint {
  const from = feesFrom === 'arrival' ? arrivedAt : (ownedAt ?? arrivedAt)
  if (from === null) return 0n
  const days = Math.max(0, Math.floor((now() - Date.parse(from)) / DAY) - freeDays)
  return BigInt(feeStorage) * BigInt(days)
}

/**
 * Charges a fee once per turn: what was given back may be charged again, to whom it belongs then.
 * It is for work that was done, so missing money becomes a debt. Last in its transaction: accounts
 * stay locked until the commit.
 */
export async function chargeFee(
  tx: Tx,
  track: Track,
  kind: FeeKind,
  minor: bigint,
  currency: string,
): Promise<void> {
  if (minor <= 0n) return
  const customerId = track.customerId ?? fail('returns.noOwner', { label: track.no })
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<{ open: number; turns: number }>`select
      count(*) filter (where f.given_back_at is null)::int as open, count(*)::int as turns
    from ${tenant.rows('returnFee').as('f')}
    where f.track_id = ${track.id} and f.kind = ${kind}`.execute(tx.db)
  const { open, turns } = rows[0]!
  if (open > 0) return
  const cause = String(turns + 1)
  const { transactionId } = await post(tx, {
    key: `return:${track.id}:${kind}:${cause}`,
    kind: 'charge',
    debit: 'workDone',
    useCredit: true,
    anyAccount: true,
    reason: track.no,
    lines: await feeLines(tx, {
      customerId,
      tradeItem: FEE_ITEM[kind],
      minor,
      currency,
      note: track.no,
    }),
  })
  await sql`insert into return_fee (tenant_id, track_id, customer_id, kind, cause, amount, currency,
      transaction_id, create_by)
    values (${tx.principal.tenantId}, ${track.id}, ${customerId}, ${kind}, ${cause}, ${minor},
      ${currency}, ${transactionId}, ${tx.principal.username})`.execute(tx.db)
}

/** Gives all fees of a track back that were not. */
export async function giveFeesBack(tx: Tx, track: Pick<Track, 'id' | 'no'>): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<{ id: string; kind: string; cause: string; transactionId: string }>`
    select f.id, f.kind, f.cause, f.transaction_id from return_fee as f
    where ${tenant.rows('returnFee').where('f')} and f.track_id = ${track.id}
      and f.given_back_at is null order by f.id for update`.execute(tx.db)
  const left = await leftOf(
    tx,
    rows.map(({ transactionId }) => transactionId),
  )
  for (const fee of rows) {
    const charge = left.find((one) => one.transactionId === fee.transactionId)
    if (charge)
      await giveBack(tx, charge, {
        key: `return:${track.id}:${fee.kind}:${fee.cause}:back`,
        reason: track.no,
        costs: true,
      })
  }
  await sql`update return_fee as f set given_back_at = now()
    where ${tenant.rows('returnFee').where('f')}
      and f.id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx.db)
}
