import { TRACK } from '#contracts/tracking/tracking.states.ts'
import { charges } from '#contracts/money/charges.ts'
import { cases } from '#contracts/returns/cases/cases.ts'
import {
  accountOf,
  charge,
  draftOf,
  enterCompany,
  issued,
} from '#server/features/money/invoices/invoices.fixture.ts'
import { billRunRow, disputeRow } from '#test/rows/rows.bills.ts'
import type { World } from '#test/harness.ts'

/** A charge its customer has asked about, and invoices that wait. */
export async function seedMoney(world: World): Promise<void> {
  await seedQuestion(world)
  await seedInvoices(world)
}

async function seedQuestion(world: World): Promise<void> {
  const finance = await world.as('finance')
  const charged = await finance.post(
    charges.charge.path,
    {
      customerId: world.customerId,
      currency: 'EUR',
      amount: '7.00',
      tradeItem: '19',
      reference: 'figures',
      workDone: true,
    },
    { 'Idempotency-Key': `figures-${world.tenantId}` },
  )
  if (!charged.success) throw new Error(`${charged.error} ${charged.message}`)
  await world.db.pool.query(
    `insert into trade_question (tenant_id, trade_id, state, asked_by_staff)
      select tenant_id, id, 'open', false from trade where tenant_id = $1 limit 1`,
    [world.tenantId],
  )
}

/** A draft, and of two issued invoices one that is overdue. */
async function seedInvoices(world: World): Promise<void> {
  const finance = await world.as('finance')
  await enterCompany(world)
  const [late] = [await issued(world, finance), await issued(world, finance)]
  await world.db.pool.query('update invoice set overdue = true where id = $1', [late.id])
  await charge(world, late.customerId)
  await draftOf(world, finance, await accountOf(world, late.customerId))
}

/** A case past its time, of who opened it; of customers some that wait for them. */
export async function seedCase(world: World): Promise<void> {
  const manager = await world.as('manager')
  const { id } = await manager.call(cases.add, {
    type: 'question',
    subject: 'figures',
    source: 'none',
    text: 'figures',
    files: [],
  })
  await world.db.pool.query(
    `update service_case set due_at = now() - interval '1 hour' where id = $1`,
    [id],
  )
  for (const [role, status] of ANSWERED) {
    const customer = await world.as(role)
    const own = await customer.call(cases.add, {
      type: 'question',
      subject: `figures ${status}`,
      source: 'none',
      text: 'figures',
      files: [],
    })
    await world.db.pool.query('update service_case set status = $2 where id = $1', [own.id, status])
  }
}
const ANSWERED = [
  ['customer', 'waitingCustomer'],
  ['customer', 'waitingCarrier'],
  ['sub', 'waitingCustomer'],
  ['otherCustomer', 'waitingCustomer'],
] as const

/** A return without an owner, one its owner has to decide about, and a claim. */
export async function seedReturns(world: World): Promise<void> {
  await world.db.pool.query(
    `with box as (
        insert into return_track (tenant_id, no, track_no, customer_id, depot_id, place, state,
          arrived_at, due_step, due_at)
        select $1::bigint, 'RTFIG' || state, 'FIG' || state, case when state = 50 then $2::bigint end,
          $3::bigint, 'R-01', state, now(), 'match', now()
        from unnest(array[20, 28, 50]) state returning id, state)
      insert into return_claim (tenant_id, track_id, track_label, customer_id, depot_id, text, due_at)
      select $1::bigint, id, 'RTFIG28', $2::bigint, $3::bigint, 'ours, see the invoice', now()
      from box where state = 28`,
    [world.tenantId, world.customerId, await world.depotId('FRA1')],
  )
}

/** Bills and disputes of which some have a week left, and some more or none. */
export async function seedDeadlines(world: World): Promise<void> {
  const days = [-1, 0, 7, 8].map((more) => new Date(Date.now() + more * 86_400_000))
  for (const day of days.map((one) => one.toISOString().slice(0, 10))) {
    await billRunRow(world, day)
    const id = await disputeRow(world)
    await world.db.pool.query('update dispute set deadline = $2 where id = $1', [id, day])
  }
}

/**
 * Numbers of parcels that wait too long, and some that did. They left long ago and no carrier has
 * them: whatever process looks for late parcels meanwhile finds them as they are.
 */
export async function seedLate(world: World): Promise<void> {
  await world.db.pool.query(
    `with n as (insert into tracking_number (number, tenant_id, parcel_id, courier_code, leg)
        select 'LATE' || p.id, p.tenant_id, p.id, 'DHL', 2 from parcel as p where p.tenant_id = $1
        order by p.id limit 20 returning tenant_id, id, parcel_id),
      a as (insert into track_alert (tenant_id, parcel_id, number_id, cause, since, raised_at,
          cleared_at)
        select tenant_id, parcel_id, id, 'noFirstScan', now(), now(),
          case when id % 3 = 0 then now() end from n returning parcel_id, cleared_at)
      update parcel as p set outbound_at = now() - interval '30 days', tracking_status = $2
        from a where p.id = a.parcel_id and a.cleared_at is null`,
    [world.tenantId, TRACK.OUTBOUND],
  )
}
