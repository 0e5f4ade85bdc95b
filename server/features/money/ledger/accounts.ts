import { sql } from 'kysely'
import type { CustomerSide } from '#contracts/money/ledger.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { failConflict, failMissing } from '#server/kit/http/errors.ts'
import { standingOf, type Standing } from './outcomes.ts'

export interface AccountKey {
  kind: CustomerSide
  customerId: string
  currency: string
}

interface AccountRow {
  accountId: string
  kind: string
  customerId: string
  currency: string
  balance: string
  held: string
  credit: string
}

/**
 * How a customer's accounts stand, those within the caller's reach; both kinds, by kind and
 * currency. An account that never had a posting is missing.
 */
export async function standingsOf(ctx: Ctx, customerId: string): Promise<Standing[]> {
  const { rows } = await sql<AccountRow>`select a.id as account_id, a.kind, a.customer_id,
      a.currency, a.balance, a.held, a.credit
    from ${ctx.rows('ledgerAccount').as('a')}
    where a.customer_id = ${customerId}::bigint order by a.kind, a.currency`.execute(ctx.db)
  return rows.map(standingOf)
}

/**
 * The account's id, made where there is none yet; for what is set before the first posting
 * (credit, freezing). The customer is within the caller's reach.
 */
export async function ensureAccount(tx: Tx, key: AccountKey): Promise<string> {
  const found = await sql<{ id: string }>`select a.id
    from ${asSystem(tx, tx.principal.tenantId).rows('ledgerAccount').as('a')}
    where a.kind = ${key.kind} and a.party_id = ${key.customerId}::bigint and a.ref = ''
      and a.currency = ${key.currency}`.execute(tx.db)
  if (found.rows[0]) return found.rows[0].id
  await sql`insert into ledger_account (tenant_id, kind, party_id, currency, create_by)
    values (${tx.principal.tenantId}, ${key.kind}, ${key.customerId}, ${key.currency},
      ${tx.principal.username}) on conflict do nothing`.execute(tx.db)
  return ensureAccount(tx, key)
}

/**
 * Locks accounts by id and answers how they stand: for a transaction that posts to several, in
 * this order whatever order it posts in.
 */
export async function lockAccounts(tx: Tx, ids: readonly string[]): Promise<Standing[]> {
  const { rows } = await sql<AccountRow>`select a.id as account_id, a.kind, a.customer_id,
      a.currency, a.balance, a.held, a.credit
    from ledger_account as a
    where ${asSystem(tx, tx.principal.tenantId).rows('ledgerAccount').where('a')}
      and a.id = any(${ids}::bigint[]) and a.customer_id is not null
    order by a.id for no key update`.execute(tx.db)
  return rows.map(standingOf)
}

/** Locks both accounts of a customer in a currency, by id; those there are. */
export async function lockPurse(
  tx: Tx,
  { customerId, currency }: Pick<AccountKey, 'customerId' | 'currency'>,
): Promise<void> {
  await sql`select a.id from ledger_account as a
    where ${asSystem(tx, tx.principal.tenantId).rows('ledgerAccount').where('a')}
      and a.customer_id = ${customerId}::bigint and a.currency = ${currency}
    order by a.id for no key update`.execute(tx.db)
}

/**
 * What may be charged on an account of a customer, minor units: what it has, with its credit where
 * that may be used, and what its other account of the currency has or owes. The one answer to
 * whether something may be charged: `ledger_post` and holds ask the same, with the accounts locked.
 */
export async function availableOn(
  ctx: Ctx,
  { kind, customerId, currency }: AccountKey,
  useCredit: boolean,
): Promise<bigint> {
  const { rows } = await sql<{ available: string }>`select ledger_available(
      ${ctx.principal.tenantId}::bigint, ${kind}, ${customerId}::bigint, ${currency},
      ${useCredit}) as available`.execute(ctx.db)
  return BigInt(rows[0]!.available)
}

/** What of an account is set by hand. `frozenReason` null: not frozen. */
export interface AccountSettings {
  credit?: bigint
  frozenReason?: string | null
}

/**
 * Sets the credit of a customer's account, freezes its spending or ends that. `version`: the row as
 * the user saw it (`row.stale` where it changed since); postings do not change it. A credit below
 * what is owed already blocks spending, it takes nothing back.
 */
export async function setAccount(
  tx: Tx,
  id: string,
  { credit, frozenReason }: AccountSettings,
  version: number,
): Promise<void> {
  const found = await sql<{
    credit: string
    status: string
    frozenReason: string | null
    version: number
  }>`select a.credit, a.status, a.frozen_reason, a.version from ledger_account as a
    where ${tx.rows('ledgerAccount').where('a')} and a.id = ${id}::bigint
      and a.customer_id is not null for no key update`.execute(tx.db)
  const before = found.rows[0] ?? failMissing()
  if (before.version !== version) failConflict('row.stale')
  const after = {
    credit: credit?.toString() ?? before.credit,
    status: frozenReason === undefined ? before.status : frozenReason === null ? 'open' : 'frozen',
    frozenReason: frozenReason === undefined ? before.frozenReason : frozenReason,
    version: before.version + 1,
  }
  await sql`update ledger_account as a set credit = ${after.credit}::bigint,
      status = ${after.status}, frozen_reason = ${after.frozenReason}, version = ${after.version},
      update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('ledgerAccount').where('a')} and a.id = ${id}::bigint`.execute(tx.db)
  await tx.audit('ledger_account', id, 'edit', before, after)
}
