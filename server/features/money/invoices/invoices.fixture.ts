import { invoices } from '#contracts/money/invoices.ts'
import type { TaxCategory } from '#contracts/money/tax.ts'
import { post, taxRef, type Line } from '#server/features/money/ledger/index.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import type { Client, World } from '#test/harness.ts'

let count = 0

/** A tenant that may issue: its company is entered, and what other currencies are worth. */
export async function enterCompany(world: World): Promise<void> {
  await world.db.pool.query(
    `insert into exchange_rate (tenant_id, currency, base_currency, rate, valid_from)
      select $1, x.currency, 'EUR', x.rate, '2020-01-01'
      from (values ('JPY', 0.006), ('KWD', 3)) as x (currency, rate) on conflict do nothing`,
    [world.tenantId],
  )
  const finance = await world.as('finance')
  const { version } = (await finance.get('/erp/company/profile')).result as { version: number }
  await finance.put('/erp/company/profile', {
    legalName: 'Nordwind Logistik GmbH',
    vatId: 'DE136695976',
    taxNo: null,
    registerNo: null,
    street: 'Hafenstr. 1',
    postalCode: '20457',
    city: 'Hamburg',
    country: 'DE',
    contact: 'Finance',
    phone: '+49 40 1234567',
    email: 'finance@nordwind.example',
    version,
  })
}

/** A customer with an address invoices can name. */
export async function invoicedCustomer(world: World): Promise<string> {
  const code = `I${process.pid.toString(36)}${++count}`
  const made = await world.db.pool.query<{ id: string }>(
    `insert into customer (tenant_id, code, name, email, currency, country, invoice_street,
        invoice_postal_code, invoice_city, legal_name, vat_id)
      values ($1, $2, $2, $2 || '@example.com', 'EUR', 'DE', 'Ring 5', '10115', 'Berlin',
        $2 || ' GmbH', 'DE136695976') returning id`,
    [world.tenantId, code],
  )
  return made.rows[0]!.id
}

export interface ChargeWish {
  side?: 'receivable' | 'customer'
  currency?: string
  net?: readonly bigint[]
  category?: TaxCategory | null
  rate?: number
  shipmentId?: string
}

/** Charges a customer as the product does: net lines, and their tax as a line of its own. */
export async function charge(
  world: World,
  customerId: string,
  {
    side = 'receivable',
    currency = 'EUR',
    net = [1_000n],
    category = 'S',
    rate = 1_900,
    shipmentId,
  }: ChargeWish = {},
): Promise<{ transactionId: string; gross: bigint }> {
  const facts = category === null ? null : { country: 'DE', category, rate }
  const sum = net.reduce((all, one) => all + one, 0n)
  const tax = facts ? (sum * BigInt(rate) + 5_000n) / 10_000n : 0n
  const no = `PC${process.pid}${++count}`
  const line = (item: string, minor: bigint): Line[] => [
    {
      account: { kind: side, customerId, currency },
      minor: -minor,
      trade: {
        tradeItem: item,
        parcelNo: no,
        ...(shipmentId ? { shipmentId } : {}),
        ...(facts ? { tax: facts } : {}),
      },
    },
    {
      account:
        item === 'tax' && facts
          ? { kind: 'tax', ref: taxRef(facts), customerId, currency }
          : { kind: 'revenue', ref: item, customerId, currency },
      minor,
    },
  ]
  const posted = await inTx(jobCtx(world.deps, world.tenantId), (tx) =>
    post(tx, {
      key: `charge:test:${world.tenantId}:${++count}`,
      kind: 'charge',
      debit: 'workDone',
      lines: [
        ...net.flatMap((minor, at) => line(String(at + 1), minor)),
        ...(tax === 0n ? [] : line('tax', tax)),
      ],
    }),
  )
  return { transactionId: posted.transactionId, gross: sum + tax }
}

export async function accountOf(
  world: World,
  customerId: string,
  side = 'receivable',
  currency = 'EUR',
): Promise<string> {
  const found = await world.db.pool.query<{ id: string }>(
    `select id from ledger_account where tenant_id = $1 and party_id = $2 and kind = $3
      and currency = $4`,
    [world.tenantId, customerId, side, currency],
  )
  return found.rows[0]!.id
}

export const TO = '2099-12-31'

/** The draft of an account, and its id. */
export async function draftOf(world: World, client: Client, accountId: string): Promise<string> {
  const made = await client.call(invoices.draft, { ids: [accountId], to: TO })
  if (made.done !== 1) throw new Error(JSON.stringify(made))
  const found = await world.db.pool.query<{ id: string }>(
    `select id from invoice where tenant_id = $1 and account_id = $2 and status = 'draft'`,
    [world.tenantId, accountId],
  )
  return found.rows[0]!.id
}

/** A charged customer with an issued invoice. */
export async function issued(
  world: World,
  client: Client,
  wish: ChargeWish = {},
): Promise<{ id: string; customerId: string; accountId: string; transactionId: string }> {
  const customerId = await invoicedCustomer(world)
  const { transactionId } = await charge(world, customerId, wish)
  const accountId = await accountOf(world, customerId, wish.side, wish.currency)
  const id = await draftOf(world, client, accountId)
  const done = await client.call(invoices.issue, { ids: [id] })
  if (done.done !== 1) throw new Error(JSON.stringify(done))
  return { id, customerId, accountId, transactionId }
}

let keys = 0
export const key = (): { 'Idempotency-Key': string } => ({
  'Idempotency-Key': `invoices-test-${process.pid}-${++keys}`,
})

/** An invoice with a value in every column, for the catalogue. */
export async function invoiceRow(world: World): Promise<string> {
  await enterCompany(world)
  const { id } = await issued(world, await world.as('finance'))
  await world.db.pool.query(
    `update invoice set overdue = true, paid = 30, credited = 20, reminded = 1,
        reminded_at = now(), sent_at = now(), sent_to = 'a@example.com',
        mail_status = 'sent', dun_block_reason = 'x', dun_block_until = '2099-01-01',
        dun_block_by = 'x', dun_block_at = now()
      where tenant_id = $1 and id = $2`,
    [world.tenantId, id],
  )
  return id
}
