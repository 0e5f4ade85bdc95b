import { sql } from 'kysely'
import { COD, PAYOUT } from '#contracts/money/cod/cod.states.ts'
import { post, type Line } from '#server/features/money/ledger/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { owedTo, patchItems, type CodItem, type ItemPatch } from './item-row.ts'
import { patchPayout, type Payout } from './payout-row.ts'

interface NewPayout {
  payTo: 'bank' | 'balance'
  accountId: string | null
  no: string
  customerId: string
  currency: string
  minor: bigint
  status: 'waiting' | 'ordered'
  /** Where it goes, as it is known now. */
  bank: { holder: string; iban: string; bic: string | null } | null
}

/** A payout of locked items that sum to it; nothing is posted before it is paid. */
export async function storePayout(
  tx: Tx,
  { no, customerId, currency, minor, payTo, accountId, status, bank }: NewPayout,
  items: readonly CodItem[],
): Promise<{ payout: Payout; items: CodItem[] }> {
  const { tenantId, userId, username, realname, actor } = tx.principal
  const person = userId === '0' ? null : userId
  const made = await sql<{ id: string; version: number }>`insert into cod_payout (tenant_id, no,
      customer_id, currency, amount, items, pay_to, status, receiving_account_id, holder, iban,
      bic, first_user_id, first_actor_id, first_by, create_by)
    values (${tenantId}, ${no}, ${customerId}, ${currency}, ${minor.toString()}::bigint,
      ${items.length}, ${payTo}, ${status}, ${accountId}::bigint, ${bank?.holder ?? null},
      ${bank?.iban ?? null}, ${bank?.bic ?? null}, ${person}::bigint, ${actor?.userId ?? null}::bigint,
      ${realname || username}, ${username})
    returning id, version`.execute(tx.db)
  const { id, version } = made.rows[0]!
  await tx.audit('cod_payout', id, 'add', null, { no, amount: minor.toString(), currency, status })
  await moveItems(tx, items, { status: COD.paying, payoutId: id })
  const payout: Payout = {
    id,
    no,
    customerId,
    currency,
    amount: minor.toString(),
    payTo,
    status,
    receivingAccountId: accountId,
    exportedAt: null,
    firstUserId: person,
    firstActorId: actor?.userId ?? null,
    transactionId: null,
    version,
  }
  return { payout, items: items.map((item) => ({ ...item, status: COD.paying })) }
}

export const moveItems = (tx: Tx, items: readonly CodItem[], patch: ItemPatch): Promise<void> =>
  patchItems(
    tx,
    items.map((item) => ({ item, patch })),
  )

/** Books a payout and ends its items: what is owed goes to the bank or to the balance. */
export async function payPayout(tx: Tx, payout: Payout, items: readonly CodItem[]): Promise<void> {
  const { customerId, currency } = payout
  const minor = BigInt(payout.amount)
  const paidOn = await businessDay(tx)
  await moveItems(tx, items, { status: COD.paid, payoutId: payout.id, paidOn })
  const to: Line =
    payout.payTo === 'balance'
      ? {
          account: { kind: 'customer', customerId, currency },
          minor,
          trade: { tradeType: 'cod', tradeItem: 'cod', note: payout.no },
        }
      : {
          account: { kind: 'cash', ref: payout.receivingAccountId ?? '', customerId, currency },
          minor,
        }
  const { transactionId } = await post(tx, {
    key: `cod:payout:${payout.id}`,
    kind: 'cod',
    debit: 'workDone',
    reason: payout.no,
    lines: [{ account: owedTo(payout), minor: -minor }, to],
  })
  await patchPayout(tx, payout, { status: PAYOUT.paid, paidOn, transactionId })
}
