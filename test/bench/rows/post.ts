import { fire, postBytes } from '../load.ts'
import { ratioLine, type Line } from '../report.ts'
import type { Rig } from '../rig.ts'
import { compare, type Plan } from '../rounds.ts'
import type { PlainCharge } from '../servers/limit-post.ts'

const CONNECTIONS = 32
const ACCOUNTS = 1_000
const BARS = [
  { name: 'post-hot', accounts: 1, bar: 0.6 },
  { name: 'post', accounts: ACCOUNTS, bar: 0.7 },
] as const
/** As wide as the numbers that replace it in every request. */
const MARK = '0000000000000'

interface Account {
  customer: string
  account: string
  revenue: string
}

/**
 * Charges of customers' accounts, all of one account and of a thousand: access, idempotency by key
 * and by voucher, held money and credit, chain of hashes, trade detail, data log. Each side has
 * customers of its own.
 */
export async function post(rig: Rig, plan: Plan): Promise<Line[]> {
  const headers = await rig.signedIn('finance')
  const [ours, bare] = [await accounts(rig, 'P'), await accounts(rig, 'L')]
  await rig.pool.query('vacuum analyze ledger_account, customer')
  let number = Date.now() * 1_000
  const side = (
    { pid, port }: { pid: number; port: number },
    marker: string,
    requests: readonly Buffer[],
  ) => {
    const places = requests.map((request) => [request.indexOf(MARK), request.lastIndexOf(MARK)])
    const next = (n: number) => {
      const at = n % requests.length
      const copy = Buffer.from(requests[at]!)
      const text = String(++number).slice(-MARK.length)
      for (const place of places[at]!) copy.write(text, place)
      return copy
    }
    return {
      pid,
      run: (seconds: number) => fire({ port, connections: CONNECTIONS, seconds, marker, next }),
    }
  }
  const lines: Line[] = []
  for (const { name, accounts: count, bar } of BARS) {
    const result = await compare(
      side(
        rig.limit,
        '"transactionId"',
        bare.slice(0, count).map((one) => {
          const charge: PlainCharge = { tenant: rig.tenantId, ...one, minor: 1, reference: MARK }
          return postBytes('/post', charge)
        }),
      ),
      side(
        rig.product,
        '"success":true',
        ours.slice(0, count).map(({ customer }) =>
          postBytes(
            '/boot/erp/account/charge',
            {
              customerId: customer,
              currency: 'EUR',
              amount: '0.01',
              tradeItem: '9',
              reference: MARK,
              workDone: false,
            },
            { ...headers, 'idempotency-key': `bench-${MARK}` },
          ),
        ),
      ),
      plan,
      rig.postmaster,
    )
    const what = count === 1 ? 'one account' : `${count} accounts`
    lines.push(
      ratioLine(
        name,
        `a charge, ${CONNECTIONS} at once on ${what}: key, voucher, holds, chain, trade detail, data log`,
        bar,
        result,
      ),
    )
  }
  return lines
}

/** Customers with an account in EUR and credit for the whole run, and a part of revenue each. */
async function accounts(rig: Rig, letter: string): Promise<Account[]> {
  await rig.pool.query(
    `insert into customer (tenant_id, code, name)
      select $1, 'BENCH-' || $2 || n, 'BENCH-' || $2 || n from generate_series(1, $3::int) as n
      on conflict do nothing`,
    [rig.tenantId, letter, ACCOUNTS],
  )
  await rig.pool.query(
    `insert into ledger_account (tenant_id, kind, party_id, ref, currency, credit)
      select c.tenant_id, k.kind, c.id, k.ref, 'EUR', k.credit
      from customer c, (values ('customer', '', 1000000000000), ('revenue', '9', 0))
        as k (kind, ref, credit)
      where c.tenant_id = $1 and c.code like 'BENCH-' || $2 || '%' on conflict do nothing`,
    [rig.tenantId, letter],
  )
  const { rows } = await rig.pool.query<Account>(
    `select c.id as customer, a.id as account, r.id as revenue
      from customer c
        join ledger_account a on a.tenant_id = c.tenant_id and a.party_id = c.id
          and a.kind = 'customer' and a.currency = 'EUR'
        join ledger_account r on r.tenant_id = c.tenant_id and r.party_id = c.id
          and r.kind = 'revenue' and r.ref = '9' and r.currency = 'EUR'
      where c.tenant_id = $1 and c.code like 'BENCH-' || $2 || '%' order by c.id`,
    [rig.tenantId, letter],
  )
  return rows
}
