import { POD_ROWS } from './bulk-rows.pods.ts'
import { RETURN_ROWS } from './rows-returns.ts'
import {
  accountRow,
  requestRow,
  tradeRow,
} from '#server/features/money/accounts/accounts.fixture.ts'
import { letterRow } from '#server/features/money/invoices/dunning/dunning.fixture.ts'
import { invoiceRow } from '#server/features/money/invoices/invoices.fixture.ts'
import { linehaulRows } from './rows.linehaul.ts'
import { billRowsByHand } from './rows.bills.ts'
import { codItemRow, codLine, codPayoutRow } from './rows.cod.ts'
import { reportRow } from './rows.insight.ts'
import { makeOrder } from '../orders.ts'
import type { Client, World } from '../harness.ts'

/** How a list gets a row where adding one is no standard verb. */
export const BY_HAND: Record<string, (world: World, client: Client) => Promise<string>> = {
  'online-reports': reportRow,
  countries: async (world) =>
    (await world.db.pool.query<{ id: string }>(`select id from country where iso2 = 'DE'`)).rows[0]!
      .id,
  accounts: accountRow,
  'account-requests': requestRow,
  trades: tradeRow,
  invoices: invoiceRow,
  'dunning-letters': letterRow,
  recharges: async (world, client) => recharged(world, await paymentAccount(client)),
  'bank-lines': async (world, client) => {
    const accountId = await paymentAccount(client)
    const rechargeId = await recharged(world, accountId)
    const invoiceId = await invoiceRow(world)
    const found = await world.db.pool.query<{ id: string }>(
      `insert into bank_line (tenant_id, receiving_account_id, file_name, line_no, dedupe,
          currency, amount, booked_on, value_on, reference, text, counterparty, counter_account,
          bank_id, status, suggested_id, recharge_id, reason, matched_by, matched_at,
          suggested_invoice_id, settles)
        values ($1, $2, 'catalogue', 7, gen_random_uuid()::text, 'EUR', 700, '2026-04-01',
          '2026-04-01', 'catalogue', 'catalogue', 'catalogue', 'DE7', 'CAT7', 'matched', $3, $3,
          'catalogue', 'catalogue', now(), $4, 'INV-7') returning id`,
      [world.tenantId, accountId, rechargeId, invoiceId],
    )
    return found.rows[0]!.id
  },
  'cod-items': codItemRow,
  'cod-payouts': async (world, client) => {
    await paymentAccount(client)
    return codPayoutRow(world)
  },
  'cod-remittances': async (world, client) => (await codLine(world, client)).remittanceId,
  'cod-lines': async (world, client) => (await codLine(world, client)).id,
  'payment-events': async (world, client) => {
    const accountId = await paymentAccount(client)
    const rechargeId = await recharged(world, accountId)
    const found = await world.db.pool.query<{ id: string }>(
      `insert into payment_event (tenant_id, receiving_account_id, event_id, kind, status, why, no,
          out_trade_no, provider_ref, currency, amount, recharge_id, remark, settled_by, settled_at,
          first_made, first_by)
        values ($1, $2, 'catalogue' || (select count(*) from payment_event), 'paid', 'settled',
          'amountDiffers', 'catalogue', 'catalogue', 'catalogue', 'EUR', 700, $3, 'catalogue', 'catalogue',
          now(), true, 'catalogue') returning id`,
      [world.tenantId, accountId, rechargeId],
    )
    return found.rows[0]!.id
  },
  'depot-gates': async (world) => {
    const made = await world.db.pool.query<{ id: string }>(
      `insert into depot_gate (tenant_id, depot_id, code, name, sort_codes, create_by)
        values ($1, $2, 'CAT' || (select count(*) from depot_gate), 'Catalogue', 'D20',
          'catalogue') returning id`,
      [world.tenantId, await world.depotId('FRA1')],
    )
    return made.rows[0]!.id
  },
  messages: async (_world, client) => {
    const id = made(
      await client.post('/message/sysMessage/add', {
        esType: '2',
        esReceiver: 'catalogue@example.com',
        esTitle: 'catalogue',
        esContent: 'catalogue',
        remark: 'catalogue',
      }),
    )
    // Nothing sends it, and its job has reported that.
    while (
      ((await client.get('/message/sysMessage/queryById', { id })).result as { state: string })
        .state !== 'unconfigured'
    )
      await new Promise((resolve) => setTimeout(resolve, 20))
    return id
  },
  'routing-tables': async (world) =>
    (
      await world.db.pool.query<{ id: string }>(
        `insert into routing_table (tenant_id, supplier_id, service_id, name, valid_from, valid_to,
          row_count, remark)
        select s.tenant_id, h.supplier_id, s.id, 'catalogue', d.day, d.day, 7, 'catalogue'
        from delivery_service s
          join channel h on h.tenant_id = s.tenant_id and h.id = s.channel_id,
          (select date '2001-01-01' + (random() * 30000)::int as day) d
        where s.tenant_id = $1 and s.code = 'ECO-PARCEL' returning id`,
        [world.tenantId],
      )
    ).rows[0]!.id,
  registrations: async (world) => {
    const mark = `catalogue${crypto.randomUUID().slice(0, 8)}`
    return (
      await world.db.pool.query<{ id: string }>(
        `insert into registration (tenant_id, username, realname, company, email, phone,
          receipt_hash, reason, decided_by, decided_at, third_name, ip)
          values ($1, $2::text, $2::text, $2::text, $2::text, $2::text, sha256($2::text::bytea),
          $2::text, $2::text, now(), $2::text, $2::text) returning id`,
        [world.tenantId, mark],
      )
    ).rows[0]!.id
  },
  shipments: async (world, client) =>
    (await makeOrder(world, client, { confirm: true, change: { remark: 'catalogue' } })).id,
  parcels: async (world, client) => {
    const { id } = await makeOrder(world, client, { confirm: true })
    const found = await world.db.pool.query<{ id: string }>(
      `update parcel set received_at = now(), outbound_at = now(), delivered_at = now()
        where shipment_id = $1 returning id`,
      [id],
    )
    return found.rows[0]!.id
  },
  'fba-orders': async (world, client) => {
    const { id } = await makeOrder(world, client, {
      change: {
        shipmentResource: 'FBA',
        fbaCode: 'FBA15CATALOG',
        poCode: 'PO-CAT',
        fba: { warehouseCode: 'HAJ1', referenceId: 'REF-CAT' },
      },
    })
    await world.db.pool.query(
      `update fba_order set appointment_no = 'ISA7', slot_from = now(), slot_to = now() + interval '1 hour',
        bol_no = 'BOL7', pro_nos = 'PRO7', batch_no = 'CAT7', requested_time = now(), expected_time = now(),
        real_time = now(), received_by = 'Gate', detention_minutes = 3, refused_time = now(),
        refused_reason = 'Gate', pod_time = now(), pod_reason = 'Gate' where tenant_id = $1 and id = $2`,
      [world.tenantId, id],
    )
    return id
  },
  'carrier-accounts': (world) => carrierAccount(world),
  'carrier-batches': async (world) => {
    const found = await world.db.pool.query<{ id: string }>(
      `insert into carrier_batch (tenant_id, batch_no, carrier, account_id, day, state, parcels,
         manifested_at, manifest_no, outbound_no)
       values ($1, $2, 'dhl', $3, '2026-03-01', 'done', 1, now(), '1', 'one') returning id`,
      [world.tenantId, randomCode('CB'), await carrierAccount(world)],
    )
    return found.rows[0]!.id
  },
  'carrier-shipments': async (world, client) => {
    const { id } = await makeOrder(world, client, { confirm: true })
    const batch = await world.db.pool.query<{ id: string; account: string }>(
      `insert into carrier_batch (tenant_id, batch_no, carrier, account_id, day)
       values ($1, $2, 'dhl', $3, '2026-03-01') returning id, account_id as account`,
      [world.tenantId, randomCode('CB'), await carrierAccount(world)],
    )
    const found = await world.db.pool.query<{ id: string }>(
      `insert into carrier_shipment (tenant_id, carrier, account_id, batch_id, label_key, parcel_id,
         shipment_id, serial_number, customer_id, depot_id, product, billing_number, reference,
         state, asked_at, answered_at, carrier_no, handle, return_no, routing_code, void_state,
         void_reason, closed_at)
       select p.tenant_id, 'dhl', $2, $3, $4, p.id, p.shipment_id, p.serial_number, p.customer_id,
         p.depot_id, 'V01PAK', '33333333330101', $4, 'bought', now(), now(), $4, $4, $4, 'route',
         'refused', 'closed', now()
       from parcel p where p.shipment_id = $1 limit 1 returning id`,
      [id, batch.rows[0]!.account, batch.rows[0]!.id, randomCode('L')],
    )
    return found.rows[0]!.id
  },
  'delivery-numbers': async (world, client) => {
    const { parcels } = await makeOrder(world, client, { confirm: true })
    const found = await world.db.pool.query<{ id: string }>(
      `update tracking_number set courier_code = 'DHL', leg = 2, handed_at = now(), third_id = $2,
         third_mark = 'mark', stopped_at = now(), polled_at = now(), pushed_at = now(),
         poll_failures = 1, voided_at = now() where number = $1 returning id`,
      [parcels[0]!.trackNo, randomCode('T')],
    )
    // As the job that follows a confirmation leaves it, whenever it is done.
    await world.db.pool.query('update parcel set tracking_status = 10 where id = $1', [
      parcels[0]!.id,
    ])
    return found.rows[0]!.id
  },
  'label-requests': async (world, client) => {
    const { id } = await makeOrder(world, client, { confirm: true })
    const found = await world.db.pool.query<{ id: string }>(
      `insert into parcel_label (tenant_id, parcel_id, shipment_id, serial_number, customer_id,
         depot_id, source, state, reason, asked, asked_at, answered_at)
       select p.tenant_id, p.id, p.shipment_id, s.serial_number, p.customer_id, p.depot_id, 'own',
         'refused', 'refused', 1, now(), now()
       from parcel p join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
       where s.id = $1 returning id`,
      [id],
    )
    return found.rows[0]!.id
  },
  'revoke-tasks': async (world, client) => {
    const { id } = await makeOrder(world, client, { confirm: true })
    const found = await world.db.pool.query<{ id: string }>(
      `insert into revoke_task (tenant_id, shipment_id, serial_number, customer_id, depot_id,
         parcel_ids, parcels, source, status, reason, answer, forced, asked_by, ended_by, ended_at)
       select tenant_id, id, serial_number, customer_id, depot_id, '{}', 1, 'own', '3', 'wish',
         'refused', true, 'catalogue', 'catalogue', now() from shipment where id = $1 returning id`,
      [id],
    )
    return found.rows[0]!.id
  },
  'predicted-batches': async (world, client) =>
    made(
      await client.post('/erp/predictedBatch/add', {
        customerId: world.customerId,
        depotId: await world.depotId('FRA1'),
        expectedDate: '2026-04-01',
        remark: 'catalogue',
      }),
    ),
  'stock-balances': async (world, client) => {
    const { balanceId } = await stocked(world, client)
    await world.db.pool.query(
      'update stock_balance set reserved = 2, picked = 1 where tenant_id = $1 and id = $2',
      [world.tenantId, balanceId],
    )
    return balanceId
  },
  'stock-entries': async (world, client) => {
    const { balanceId } = await stocked(world, client)
    const found = await world.db.pool.query<{ id: string }>(
      `insert into stock_entry (tenant_id, balance_id, customer_id, depot_id, sku_id, lot,
      expiry_date, place_id, kind, quantity, reason, ref_kind, ref_no)
        select tenant_id, balance_id, customer_id, depot_id, sku_id, lot, expiry_date, place_id,
        'in', 3, 'catalogue', 'notice', 'GN-CAT'
        from stock_entry where tenant_id = $1 and balance_id = $2 limit 1 returning id`,
      [world.tenantId, balanceId],
    )
    return found.rows[0]!.id
  },
  'stock-notices': async (world, client) => {
    const { skuId, depotId } = await stocked(world, client)
    return made(
      await client.post('/erp/stockNotice/add', {
        customerId: world.customerId,
        depotId,
        expectedDate: '2026-04-01',
        reference: 'catalogue',
        carrier: 'catalogue',
        remark: 'catalogue',
        lines: [{ skuId, expected: 5 }],
      }),
    )
  },
  'stock-counts': async (world, client) => {
    const { skuId, depotId } = await stocked(world, client)
    const id = made(
      await client.post('/erp/stockCount/add', { depotId, skuIds: [skuId], remark: 'catalogue' }),
    )
    await world.db.pool.query(
      `update stock_count
        set counted_by = 'catalogue', counted_at = now(), approved_by = 'catalogue',
        approved_at = now() where id = $1`,
      [id],
    )
    return id
  },
  'stock-waves': async (world) => {
    const found = await world.db.pool.query<{ id: string }>(
      `insert into stock_wave (tenant_id, no, depot_id, closed_at, closed_by, remark)
        select $1, 'WV-CAT-' || count(*), $2, now(), 'catalogue', 'catalogue' from stock_wave
        where tenant_id = $1 returning id`,
      [world.tenantId, await world.depotId('FRA1')],
    )
    return found.rows[0]!.id
  },
  'stock-shortages': async (world, client) => {
    // Of goods nothing of which is there or arrives: a line that is given pieces waits no more.
    const skuId = await goods(client, world, ++stock)
    const depotId = await world.depotId('FRA1')
    const found = await world.db.pool.query<{ id: string }>(
      `insert into stock_order_line (tenant_id, order_id, order_no, customer_id, depot_id, sku_id,
      quantity, reserved, waiting)
        select $1, coalesce(max(order_id), 0) + 1, 'PY-CAT-' || coalesce(max(order_id), 0), $2, $3,
        $4, 7, 2, true from stock_order_line where tenant_id = $1 returning id`,
      [world.tenantId, world.customerId, depotId, skuId],
    )
    return found.rows[0]!.id
  },
  ...RETURN_ROWS,
  ...POD_ROWS,
  intercepts: async (world, client) =>
    made(
      await client.post('/erp/intercept/add', {
        depotId: await world.depotId('FRA1'),
        no: `CATALOGUE-${++intercepts}`,
        note: 'catalogue',
      }),
    ),
  'out-packages': async (world, client) =>
    made(
      await client.post('/erp/outPackage/add', {
        depotId: await world.depotId('FRA1'),
        remark: 'catalogue',
      }),
    ),
  ...linehaulRows,
  ...billRowsByHand,
  'out-batches': async (world, client) => {
    const channels = await world.db.pool.query<{ id: string }>(
      'select id from channel where tenant_id = $1 order by id limit 1',
      [world.tenantId],
    )
    return made(
      await client.post('/erp/outBatch/add', {
        depotId: await world.depotId('FRA1'),
        channelIds: [channels.rows[0]!.id],
        remark: 'catalogue',
      }),
    )
  },
}
let accounts = 0
let intercepts = 0
const paymentAccount = async (client: Client) =>
  made(
    await client.post('/erp/receivingAccount/add', {
      code: `CAT-${++accounts}`,
      name: 'catalogue',
      kind: 'CASH',
    }),
  )
async function recharged(world: World, accountId: string): Promise<string> {
  const found = await world.db.pool.query<{ id: string }>(
    `insert into recharge (tenant_id, reference, customer_id, currency, amount, channel,
        receiving_account_id, status, out_trade_no, received, refunded, payer, paid_on, remark,
        first_by, confirmed_by, confirmed_at, reason)
      select $1, 'RF-CAT-' || count(*), $2, 'EUR', 700, 'CASH', $3, 'confirmed', 'CAT7', 700, 100,
        'catalogue', '2026-04-01', 'catalogue', 'catalogue', 'catalogue', now(), 'catalogue'
      from recharge where tenant_id = $1 returning id`,
    [world.tenantId, world.customerId, accountId],
  )
  return found.rows[0]!.id
}
let stock = 0
/** A SKU with an opening balance of a lot. */
async function stocked(world: World, client: Client) {
  const n = ++stock
  const depotId = await world.depotId('FRA1')
  const skuId = await goods(client, world, n)
  const placeId = made(await client.post('/erp/stockPlace/add', { depotId, code: `CAT-${n}` }))
  const opened = await client.post('/erp/stock/opening/add', {
    customerId: world.customerId,
    depotId,
    skuId,
    placeId,
    lot: 'LOT7',
    expiryDate: '2030-04-01',
    quantity: 7,
  })
  const { balanceId } = opened.result as { balanceId: string }
  return { skuId, depotId, balanceId }
}
const goods = async (client: Client, world: World, n: number) =>
  made(
    await client.post('/erp/stockSku/add', {
      customerId: world.customerId,
      sku: `CAT-${n}`,
      unitWeight: '1',
    }),
  )
function made(answer: { success: boolean; message: string; result: unknown }): string {
  if (!answer.success) throw new Error(answer.message)
  return (answer.result as { id: string }).id
}

const randomCode = (prefix: string): string =>
  prefix + Math.random().toString(36).slice(2, 12).toUpperCase()

async function carrierAccount(world: World): Promise<string> {
  const found = await world.db.pool.query<{ id: string }>(
    `insert into carrier_account (tenant_id, carrier, name, courier_id, stopped_at, tested_at,
       test_result, remark)
     select $1, 'dhl', $2, c.id, now(), now(), 'ok', 'catalogue' from courier c
     where c.tenant_id = $1 order by c.id limit 1 returning id`,
    [world.tenantId, randomCode('ACC')],
  )
  return found.rows[0]!.id
}
