import { sql } from 'kysely'
import type { DocumentDrift, Drift, DriftReason, Proof } from '#contracts/money/ledger.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { offerJob } from '#server/kit/jobs/job-types.ts'

/** What a feature compared of its documents: how many, and those that differ. */
export interface Proven {
  compared: number
  differ: DocumentDrift[]
}

const documentProofs = new Map<string, (tx: Tx) => Promise<Proven>>()

/** Names how a feature's documents are compared with their postings, with every proof. */
export function proveDocuments(name: string, compare: (tx: Tx) => Promise<Proven>): void {
  documentProofs.set(name, compare)
}

/** Accounts a proof names at most; the count is of all. */
const DRIFT_MAX = 200

/**
 * Proves the tenant's ledger from its entries, in one statement and so at one moment: of each
 * account the balance is the sum of its entries, what is held the sum of its open holds, the chain
 * unbroken from the first entry to the last hash, its transactions sum to 0, and its trade details
 * show what its entries hold. Documents are compared with their postings by the features that have
 * them. Stores the result with its date. Reads all accounts, whatever the
 * caller's reach.
 */
export function prove(ctx: Ctx): Promise<Proof> {
  return inTx(ctx, async (tx) => {
    // Everything is compared with everything: of a tenant the planner knows little of, it would
    // take rows one by one, each with all others.
    await sql`set local enable_nestloop = off`.execute(tx.db)
    const { accounts, drift } = await compared(tx)
    const proven: Proven[] = []
    for (const compare of documentProofs.values()) proven.push(await compare(tx))
    const documents = proven.reduce((sum, one) => sum + one.compared, 0)
    const documentDrift = proven.flatMap(({ differ }) => differ).slice(0, DRIFT_MAX)
    const stored = await sql<{ checkedAt: string }>`insert into ledger_proof
        (tenant_id, accounts, drift, documents, document_drift)
      values (${tx.principal.tenantId}, ${accounts}, ${JSON.stringify(drift)}::jsonb,
        ${documents}, ${JSON.stringify(documentDrift)}::jsonb)
      returning checked_at`.execute(tx.db)
    const { checkedAt } = stored.rows[0]!
    return { accounts, drift, documents, documentDrift, checkedAt }
  })
}

/** The last proof; null where there was none yet. Of the tenant, whatever the caller's reach. */
export async function lastProof(ctx: Ctx): Promise<Proof | null> {
  const { rows } = await sql<Proof>`select p.accounts, p.drift, p.documents, p.document_drift,
      p.checked_at
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
    const { accounts, drift, documents, documentDrift } = await prove(ctx)
    const wrong = [
      ...drift.map(({ accountId }) => `account ${accountId}`),
      ...documentDrift.map(({ check, document }) => `${check} ${document}`),
    ]
    if (wrong.length > 0) throw new Error(`the ledger differs: ${wrong.join(', ')}`)
    return { accounts, documents }
  },
})
