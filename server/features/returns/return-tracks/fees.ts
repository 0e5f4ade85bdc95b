import { sql } from 'kysely'
import { formatMoney } from '#contracts/kit/money.ts'
import type { FeeSums, TrackDetail } from '#contracts/returns/return-tracks.shapes.ts'
import { feeLines, giveBack, leftOf, post, splitFee } from '#server/features/money/ledger/index.ts'
import { taxTermsAs, withoutRate } from '#server/features/money/tax/index.ts'
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
): Promise<NonNullable<TrackDetail['actionFees']>> {
  const { customerId, depotId } = track
  if (customerId === null) return []
  const terms = await termsOf(ctx, customerId, depotId)
  const taxed = await taxTermsAs(ctx, customerId, null)
  const { currency } = terms
  const charged = (action: FeeKind, minor: bigint) => ({
    action,
    ...inWords({ ...netAndGross(taxed, action, minor), currency }),
  })
  return [
    ...Object.entries(FEE_OF).map(([action, field]) =>
      charged(action as FeeKind, BigInt(terms[field])),
    ),
    charged('storage', storageFee(track, terms)),
  ]
}

interface Fee {
  net: bigint
  gross: bigint
  currency: string
}
const inWords = ({ net, gross, currency }: Fee) => ({
  net: formatMoney({ minor: net, currency }),
  gross: formatMoney({ minor: gross, currency }),
  currency,
})
function netAndGross(taxed: Taxed, kind: FeeKind, minor: bigint): Omit<Fee, 'currency'> {
  const { net, taxes } = splitFee(taxed, FEE_ITEM[kind], minor)
  return { net, gross: taxes.reduce((sum, one) => sum + one.minor, net) }
}
type Taxed = Parameters<typeof splitFee>[0]

type Owned = readonly { customerId: string; depotId: string | null }[]

/** What is charged for receiving, once returns in these depots are these customers', with the tax. */
export const receiveFeesOf = (ctx: Ctx, owned: Owned): Promise<FeeSums> =>
  receiveSumsOf(ctx, owned).catch(withoutRate)

async function receiveSumsOf(ctx: Ctx, owned: Owned): Promise<NonNullable<FeeSums>> {
  const sums = new Map<string, Fee>()
  for (const alike of Map.groupBy(owned, (one) => `${one.customerId}:${one.depotId}`).values()) {
    const { customerId, depotId } = alike[0]!
    const { feeReceive, currency } = await termsOf(ctx, customerId, depotId)
    if (BigInt(feeReceive) === 0n) continue
    const taxed = await taxTermsAs(ctx, customerId, null)
    const one = netAndGross(taxed, 'receive', BigInt(feeReceive))
    const count = BigInt(alike.length)
    const { net, gross } = sums.get(currency) ?? { net: 0n, gross: 0n }
    sums.set(currency, { net: net + one.net * count, gross: gross + one.gross * count, currency })
  }
  return [...sums.values()].map(inWords)
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
