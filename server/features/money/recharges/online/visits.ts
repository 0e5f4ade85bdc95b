import { sql } from 'kysely'
import type { Tx } from '#server/kit/access/ctx.ts'
import type { ProviderAccount } from './provider-account.ts'

export type VisitStatus = 'open' | 'pending' | 'paid' | 'failed' | 'expired'

/** A visit to a payment page, as the database has it. */
export interface StoredVisit {
  id: string
  rechargeId: string
  no: string
  providerRef: string | null
  currency: string
  amount: string
  status: VisitStatus
  url: string | null
}

/** The visit a provider reports of, if it is one of this payment account. */
export async function visitOf(
  tx: Tx,
  { id }: Pick<ProviderAccount, 'id'>,
  no: string | null,
): Promise<StoredVisit | null> {
  if (no === null) return null
  const found = await sql<StoredVisit>`select o.id, o.recharge_id, o.no, o.provider_ref,
      o.currency, o.amount, o.status, o.url
    from ${tx.rows('onlinePayment').as('o')}
    where o.no = ${no} and o.receiving_account_id = ${id}`.execute(tx.db)
  return found.rows[0] ?? null
}

export async function setVisit(tx: Tx, id: string, status: VisitStatus): Promise<void> {
  await sql`update online_payment as o set status = ${status},
      ask_at = case when ${status} = 'pending' then now() + interval '6 hours' end,
      update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('onlinePayment').where('o')} and o.id = ${id}`.execute(tx.db)
}

/** Ends a visit that was not paid. */
export async function endVisit(
  tx: Tx,
  { id }: Pick<ProviderAccount, 'id'>,
  no: string,
  status: 'expired' | 'failed',
): Promise<void> {
  await sql`update online_payment as o set status = ${status}, ask_at = null,
      update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('onlinePayment').where('o')} and o.no = ${no}
      and o.receiving_account_id = ${id} and o.status = 'open'`.execute(tx.db)
}
