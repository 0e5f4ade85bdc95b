import type { Pool } from 'pg'

const LOCK = `select id, balance, held, credit, seq from ledger_account
  where tenant_id = $1 and id = any((select $2::bigint[])::bigint[]) order by id for no key update`
const TRANSACTION = `insert into ledger_transaction (tenant_id, event_key, kind, digest, month,
    reason, create_by)
  values ($1, $2, 'charge', '\\x00', date_trunc('month', now()), $2, 'bench') returning id`
const ENTRIES = `with entry as (
    insert into ledger_entry (tenant_id, transaction_id, account_id, seq, line_no, amount, currency,
      balance_after, hash)
    values ($1, $2, $3, $4, 1, $5, 'EUR', $6, '\\x00'), ($1, $2, $7, $8, 2, $9, 'EUR', $10, '\\x00')
    returning id, account_id, amount, balance_after
  )
  insert into trade (tenant_id, id, transaction_id, account_id, customer_id, account, email, money,
    currency, trade_type, trade_item, payment_type, balance, note, operator, create_by)
  select $1, e.id, $2, e.account_id, $11, c.code, c.email, e.amount, 'EUR', 'charge', '9',
    'balance', e.balance_after, 'bench', 'bench', 'bench'
  from entry e join customer c on c.tenant_id = $1 and c.id = $11 where e.account_id = $3`
const BALANCE = `update ledger_account set balance = $3, seq = $4, last_entry_at = now()
  where tenant_id = $1 and id = $2`

/** A charge as the bench sends it to this side: the accounts are known. */
export interface PlainCharge {
  tenant: string
  customer: string
  account: string
  revenue: string
  minor: number
  reference: string
}

interface Locked {
  id: string
  balance: string
  held: string
  credit: string
  seq: string
}

/** The same rows by plain statements: no key, no chain of hashes, no data log, no access. */
export async function postOf(pool: Pool, text: string): Promise<string> {
  const charge = JSON.parse(text) as PlainCharge
  const { tenant } = charge
  const client = await pool.connect()
  try {
    await client.query('begin')
    const ids = [charge.account, charge.revenue]
    const { rows } = await client.query<Locked>({ name: 'lock', text: LOCK, values: [tenant, ids] })
    const [mine, other] = ids.map((id) => rows.find((row) => row.id === id)!)
    const minor = BigInt(charge.minor)
    if (BigInt(mine!.balance) - BigInt(mine!.held) + BigInt(mine!.credit) < minor)
      throw new Error('not enough')
    const made = await client.query<{ id: string }>({
      name: 'transaction',
      text: TRANSACTION,
      values: [tenant, `${charge.customer}:${charge.reference}`],
    })
    const after = (row: Locked, by: bigint) => [BigInt(row.seq) + 1n, by, BigInt(row.balance) + by]
    const [taken, earned] = [after(mine!, -minor), after(other!, minor)]
    await client.query({
      name: 'entries',
      text: ENTRIES,
      values: [
        tenant,
        made.rows[0]!.id,
        mine!.id,
        ...taken,
        other!.id,
        ...earned,
        charge.customer,
      ].map((value) => (typeof value === 'bigint' ? value.toString() : value)),
    })
    for (const [row, [seq, , balance]] of [
      [mine!, taken],
      [other!, earned],
    ] as const)
      await client.query({
        name: 'balance',
        text: BALANCE,
        values: [tenant, row.id, balance!.toString(), seq!.toString()],
      })
    await client.query('commit')
    return JSON.stringify({ transactionId: made.rows[0]!.id, balance: taken[2]!.toString() })
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
