import { sql } from 'kysely'
import type { Drift, DriftReason, Proof } from '#contracts/money/ledger.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { offerJob } from '#server/kit/jobs/job-types.ts'

/** Accounts a proof names at most; the count is of all. */
const DRIFT_MAX = 200

/**
 * Proves the tenant's ledger from its entries, in one statement and so at one moment: of each
 * account the balance is the sum of its entries, what is held the sum of its open holds, the chain
 * unbroken from the first entry to the last hash, its transactions sum to 0, and its trade details
 * show what its entries hold. Stores the result with its date. Reads all accounts, whatever the
 * caller's reach.
 */
export function prove(ctx: Ctx): Promise<Proof> {
  return inTx(ctx, async (tx) => {
    const { accounts, drift } = await compared(tx)
    const stored = await sql<{ checkedAt: string }>`insert into ledger_proof
        (tenant_id, accounts, drift)
      values (${tx.principal.tenantId}, ${accounts}, ${JSON.stringify(drift)}::jsonb)
      returning checked_at`.execute(tx.db)
    return { accounts, drift, checkedAt: stored.rows[0]!.checkedAt }
  })
}

/** The last proof; null where there was none yet. Of the tenant, whatever the caller's reach. */
export async function lastProof(ctx: Ctx): Promise<Proof | null> {
  const { rows } = await sql<{
    accounts: number
    drift: Drift[]
    checkedAt: string
  }>`select p.accounts, p.drift, p.checked_at
    from ${asSystem(ctx, ctx.principal.tenantId).rows('ledgerProof').as('p')}
    order by p.checked_at desc, p.id desc limit 1`.execute(ctx.db)
  return rows[0] ?? null
}

async function compared(tx: Tx): Promise<{ accounts: number; drift: Drift[] }> {
  const tenantId = tx.principal.tenantId
  const found = await sql<{
    accountId: string
    kind: string
    customerId: string | null
    customerName: string | null
    ref: string
    currency: string
    reasons: DriftReason[]
  }>`select d.account_id, d.kind, nullif(d.party_id, 0) as customer_id,
      c.name as customer_name, d.ref, d.currency, d.reasons
    from ledger_drift(${tenantId}::bigint) as d
      left join ${asSystem(tx, tenantId).rows('customer').as('c')} on c.id = d.party_id
    order by d.account_id limit ${DRIFT_MAX}`.execute(tx.db)
  const all = await sql<{ accounts: number }>`select count(*)::int as accounts
    from ${asSystem(tx, tenantId).rows('ledgerAccount').as('a')}`.execute(tx.db)
  return { accounts: all.rows[0]!.accounts, drift: found.rows }
}

offerJob({
  name: 'money.proveLedger',
  reach: 'tenants',
  params: {},
  timeoutSeconds: 900,
  run: async (ctx) => {
    const { accounts, drift } = await prove(ctx)
    if (drift.length > 0)
      throw new Error(
        `${drift.length} ledger accounts differ: ${drift.map((one) => one.accountId).join(', ')}`,
      )
    return { accounts }
  },
})
