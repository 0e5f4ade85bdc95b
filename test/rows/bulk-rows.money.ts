import { rerates } from '#contracts/money/rerates.ts'
import { inCharging } from '#server/features/orders/charging/charging.fixture.ts'
import { ask, newAccount, row, setUp } from '#server/features/money/recharges/recharges.fixture.ts'
import {
  accountOf,
  charge,
  draftOf,
  enterCompany,
  invoicedCustomer,
  issued,
  TO,
} from '#server/features/money/invoices/invoices.fixture.ts'
import {
  overdueInvoice,
  unsentLetter,
} from '#server/features/money/invoices/dunning/dunning.fixture.ts'
import { codLine, codPayoutRow, openCodItem } from './rows.cod.ts'
import type { World } from '../harness.ts'
import { MISSING, twice, type RowsByHand } from './bulk-rows.shape.ts'

/** Rows for bulk calls on movements of a bank and on invoices. */
export function moneyRows(world: World): RowsByHand {
  let count = 0
  const line = async (accountId: string, more: { reference?: string; rechargeId?: string } = {}) =>
    (
      await world.db.pool.query<{ id: string }>(
        `insert into bank_line (tenant_id, receiving_account_id, file_name, line_no, dedupe,
            currency, amount, booked_on, reference, status, suggested_id)
          values ($1, $2, 'bulk', $3, $4, 'EUR', 700, '2026-04-01', $5, 'open', $6) returning id`,
        [
          world.tenantId,
          accountId,
          ++count,
          `bulk ${count}`,
          more.reference ?? null,
          more.rechargeId ?? null,
        ],
      )
    ).rows[0]!.id
  const finance = () => world.as('finance')
  const charged = async () => {
    const customerId = await invoicedCustomer(world)
    await charge(world, customerId)
    return accountOf(world, customerId)
  }
  const draft = async () => draftOf(world, await finance(), await charged())
  const sent = async () => (await issued(world, await finance())).id
  const orders = inCharging(() => world)
  let charging: Promise<unknown> | null = null
  const chargingFrom = (span: string) =>
    world.db.pool.query(
      `update charging_setting set charging_from = now() + $2::interval where tenant_id = $1`,
      [world.tenantId, span],
    )
  /** Charged, at a price its day does not have. */
  const mispriced = async () => {
    const { id } = await orders.order(await orders.customer(1_000_000n))
    await orders.confirm([id])
    await orders.print([id])
    await world.db.pool.query('update shipment set amount = amount + 1 where id = $1', [id])
    return id
  }
  return {
    '/erp/invoice/draft': async () => ({
      client: await finance(),
      ...(await twice(charged)),
      ...MISSING,
      more: { to: TO },
    }),
    '/erp/invoice/discard': async () => {
      await enterCompany(world)
      const rows = await twice(draft)
      return { client: await finance(), ...rows, bad: await sent(), code: 'invoice.notDraft' }
    },
    '/erp/invoice/issue': async () => {
      await enterCompany(world)
      const rows = await twice(draft)
      return { client: await finance(), ...rows, bad: await sent(), code: 'invoice.notDraft' }
    },
    '/erp/invoice/send': async () => {
      await enterCompany(world)
      const rows = await twice(sent)
      return { client: await finance(), ...rows, bad: await draft(), code: 'invoice.notIssued' }
    },
    '/erp/dunning/run': async () => {
      await enterCompany(world)
      const client = await finance()
      const one = () => overdueInvoice(world, client, 20)
      const [first, other] = [await one(), await one()]
      return {
        client,
        good: first.customerId,
        second: other.customerId,
        bad: await invoicedCustomer(world),
        code: 'dunning.unseen',
        more: { invoices: [first, other].map(({ id }) => ({ id, step: 1 })) },
      }
    },
    '/erp/dunning/send': async () => {
      await enterCompany(world)
      const client = await finance()
      const letter = async () => unsentLetter(world, client)
      return { client, ...(await twice(letter)), ...MISSING }
    },
    '/erp/invoice/block': async () => {
      await enterCompany(world)
      const rows = await twice(sent)
      const bad = await draft()
      const more = { reason: 'bulk' }
      return { client: await finance(), ...rows, bad, code: 'invoice.notIssued', more }
    },
    '/erp/trade/rerate': async () => {
      await (charging ??= orders.switchOn().then(() => orders.service('ECO-PARCEL', '1')))
      await chargingFrom('-1 hour')
      const { good, second } = await twice(mispriced)
      // The other calls' orders cost nothing.
      await chargingFrom('1 day')
      const { rows } = await (await finance()).call(rerates.preview, { orderIds: [good, second] })
      const keys = Object.fromEntries(rows.map(({ id, key }) => [id, key]))
      return { client: await finance(), good, second, ...MISSING, more: { keys } }
    },
    '/erp/cod/writeOff': async () => ({
      client: await finance(),
      ...(await twice(() => openCodItem(world))),
      bad: await openCodItem(world, 'waiting'),
      code: 'cod.notOpen',
      more: { bearer: 'company', reason: 'bulk' },
    }),
    '/erp/codLine/decide': async () => {
      const { finance: client } = await setUp(world)
      const line = async (state: string) => {
        const itemId = await openCodItem(world, 'difference', 500)
        return (await codLine(world, client, { state, itemId })).id
      }
      return {
        client,
        ...(await twice(() => line('open'))),
        bad: await line('decided'),
        code: 'cod.decided',
        more: { decision: 'accept', reason: 'bulk' },
      }
    },
    '/erp/codPayout/pay': async () => {
      const { finance: client } = await setUp(world)
      return {
        client,
        ...(await twice(() => codPayoutRow(world, 'ordered'))),
        bad: await codPayoutRow(world),
        code: 'cod.payoutState',
      }
    },
    '/erp/bankLine/matchSure': async () => {
      const { finance, customer, accounts } = await setUp(world)
      const sure = async () => {
        const { id, reference } = row(await ask(customer, accounts.EUR!, '7.00'))
        return line(accounts.EUR!, { reference, rechargeId: id })
      }
      return {
        client: finance,
        ...(await twice(sure)),
        bad: await line(accounts.EUR!),
        code: 'bank.notSure',
      }
    },
    '/erp/bankLine/ignore': async () => {
      const { finance } = await setUp(world)
      const accountId = await newAccount(finance, { currency: 'EUR' })
      return {
        client: finance,
        ...(await twice(() => line(accountId))),
        ...MISSING,
        more: { reason: 'bulk' },
      }
    },
  }
}
