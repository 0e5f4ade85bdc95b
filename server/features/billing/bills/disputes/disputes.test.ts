import { unzipSync, strFromU8 } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { disputes, disputeList } from '#contracts/billing/disputes.ts'
import { billLines } from '#contracts/billing/bill-lines.ts'
import { billRuns } from '#contracts/billing/bill-runs.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { dashboards } from '#contracts/insight/dashboards.ts'
import { useWorld } from '#test/harness.ts'
import { inBills, money, type BilledParcelRow, type BillRow } from '../bills.fixture.ts'
import { noticeDeadlines } from './watch-deadlines.ts'

const world = useWorld()
let at: Awaited<ReturnType<typeof inBills>>
beforeAll(async () => {
  at = await inBills(world())
})

const post = async (runId: string) => {
  await at.finance.call(billRuns.post, { id: runId })
  return at.work(runId)
}
const row = async (id: string) =>
  (await at.finance.call(disputes.queryById, { id })) as RowOf<typeof disputeList>
const billed = ({ trackNo, cost }: BilledParcelRow, more = 0n): BillRow => ({
  trackNo,
  amount: money(cost + more),
})
/** What the supplier is owed for a parcel's customer, and what it cost. */
const owed = async ({ customerId }: BilledParcelRow) =>
  (
    await at.query<{ balance: string }>(
      `select balance from ledger_account where party_id = $1 and kind = 'payable'
        and ref like 'supplier:%'`,
      [customerId],
    )
  ).map(({ balance }) => BigInt(balance))

/** A bill of parcels that each cost 5.00 too much, all in one sent dispute. */
async function sent(weights: string[] = ['1.2']) {
  const parcels = await at.parcels(weights)
  const run = await at.take(parcels.map((one) => billed(one, 500n)))
  const { disputeId: id } = await at.finance.call(
    billRuns.dispute,
    { id: run.id, codes: ['D1'], note: 'too dear' },
    { 'Idempotency-Key': `dispute-${run.id}` },
  )
  expect(await at.finance.call(disputes.send, { ids: [id] })).toMatchObject({ done: 1 })
  return { parcels, run, id }
}

async function settled(credit: string) {
  const made = await sent()
  const { version } = await row(made.id)
  await at.finance.call(disputes.settle, {
    id: made.id,
    version,
    creditReceived: credit,
    note: '',
  })
  return { ...made, one: made.parcels[0]! }
}

describe('a dispute', () => {
  test('goes to the carrier with lines, labels, weighings and tracking, and is answered and settled', async () => {
    const { parcels, run, id } = await sent(['1.2', '2.5'])
    const [one] = parcels
    await at.query(
      `update parcel set measured_weight = 1250, measured_length = 300 where id = $1`,
      [one!.id],
    )
    const answer = await fetch(`${world().base}${disputes.pack.path}?id=${id}`, {
      headers: { 'X-Access-Token': at.finance.token!, tenant_id: at.finance.tenant },
    })
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['lines.csv', 'weighings.csv', 'tracking.csv']),
    )
    const lines = strFromU8(files['lines.csv']!)
    for (const { trackNo, cost } of parcels) {
      expect(lines).toContain(trackNo)
      expect(lines).toContain(money(cost + 500n))
    }
    expect(strFromU8(files['weighings.csv']!)).toContain('1250')
    expect(Object.keys(files).filter((name) => name.endsWith('.pdf'))).not.toEqual([])
    const before = await row(id)
    expect(before).toMatchObject({ state: 'sent', claimed: '10.00', lines: 2 })
    const answered = (await at.finance.call(disputes.answer, {
      id,
      version: before.version,
      carrierRef: 'CLAIM-9',
      creditExpected: '8.00',
      note: '',
    })) as RowOf<typeof disputeList>
    expect(answered).toMatchObject({ state: 'answered', creditExpected: '8.00' })
    const tooMuch = await at.finance.put(disputes.settle.path, {
      id,
      version: answered.version,
      creditReceived: '10.01',
      note: '',
    })
    expect(tooMuch).toMatchObject({
      success: false,
      result: { issues: [{ code: 'bill.creditTooLarge' }] },
    })
    const done = await at.finance.call(disputes.settle, {
      id,
      version: answered.version,
      creditReceived: '8.00',
      note: '',
    })
    expect(done).toMatchObject({ state: 'settled', creditReceived: '8.00' })
    expect((await at.lines(run.id)).map(({ state, credit }) => [state, credit])).toEqual([
      ['credited', '400'],
      ['credited', '400'],
    ])
    expect(await post(run.id)).toMatchObject({ posted: 2, open: 0 })
    const cost = parcels.reduce((sum, parcel) => sum + parcel.cost + 100n, 0n)
    expect(await owed(one!)).toEqual([cost])
  })

  test('the one that ends first stands first, with its day; what is late is not sent', async () => {
    const { run, id } = await sent()
    const page = await at.finance.call(disputeList.endpoints.list, { pageNo: 1, pageSize: 50 })
    const days = page.records.map(({ deadline }) => String(deadline))
    expect(days).toEqual(days.toSorted())
    await at.finance.call(disputes.withdraw, { ids: [id] })
    await at.query(`update bill_run set deadline = current_date - 1 where id = $1`, [run.id])
    const late = await at.finance.post(
      billRuns.dispute.path,
      {
        id: run.id,
        codes: ['D1'],
        note: '',
      },
      { 'Idempotency-Key': `too-late-${run.id}` },
    )
    expect(late).toMatchObject({ success: false, error: 'bill.tooLate' })
    const [line] = await at.lines(run.id)
    const off = await at.finance.call(billLines.writeOff, { ids: [line!.id!], note: 'too late' })
    expect(off).toMatchObject({ done: 1 })
  })

  test('whose time ends soon is a to-do, and a notice once', async () => {
    const [one] = await at.parcels()
    const run = await at.take([billed(one!, 500n)], {
      invoiceNo: 'ENDING-1',
      invoiceDate: new Date(Date.now() - 25 * 86_400_000).toISOString().slice(0, 10),
    })
    const todos = await at.finance.call(dashboards.todos, {})
    expect(todos.find(({ kind }) => kind === 'billDeadlines')?.n).toBeGreaterThan(0)
    const [reader] = await at.query<{ id: string }>(
      `insert into user_setting (user_id, key, value)
        select u.id, 'profile.lang', '"en_US"' from sys_user u
          join sys_user_role r on r.user_id = u.id
          join sys_role_permission g on g.tenant_id = r.tenant_id and g.role_id = r.role_id
          join sys_permission p on p.id = g.permission_id and p.perms = 'bill:match:accept'
        where u.tenant_id = $1 order by u.id limit 1
        on conflict (user_id, key) do update set value = excluded.value
        returning user_id as id`,
      [world().tenantId],
    )
    const asked = () =>
      at.query<{ key: string; title: string; to: string }>(
        `select origin as key, titile as title, user_ids as "to" from sys_announcement
          where bus_type = 'billDeadline' and bus_id = $1`,
        [run.id],
      )
    // Raised in the background: both rounds are through when none of their jobs is left.
    const waiting = () =>
      at.query(`select 1 from graphile_worker._private_jobs where payload::text like $1`, [
        `%bill-deadline:${run.id}:%`,
      ])
    await noticeDeadlines(at.ctx())
    await noticeDeadlines(at.ctx())
    await expect.poll(waiting).toEqual([])
    const notices = await asked()
    // Once for each language its readers have.
    expect(notices.map(({ key }) => key.slice(-5)).toSorted()).toEqual(['en_US', 'zh_CN'])
    const [english] = notices.filter(({ to }) => to.split(',').includes(reader!.id))
    expect(english!.title).toMatch(/^[ -~]+$/)
    await at.finance.call(billRuns.accept, { id: run.id, codes: ['D1'], upTo: null, note: '' })
    const after = await at.finance.call(dashboards.todos, {})
    const count = (of: typeof todos) => of.find(({ kind }) => kind === 'billDeadlines')?.n ?? 0
    expect(count(after)).toBe(count(todos) - 1)
  })
})

describe('a settled credit that a later bill names again', () => {
  test('is booked once', async () => {
    const { one, run } = await settled('5.00')
    await post(run.id)
    expect(await owed(one)).toEqual([one.cost])
    const note = await at.take([{ trackNo: one.trackNo, amount: '-5.00' }])
    expect(await at.lines(note.id)).toMatchObject([
      { code: 'M0', state: 'fits', credit: '-500', delta: '0' },
    ])
    await at.finance.call(billRuns.rematch, { id: note.id })
    await at.work(note.id)
    expect(await at.lines(note.id)).toMatchObject([{ code: 'M0', credit: '-500' }])
    expect(await post(note.id)).toMatchObject({ posted: 1, open: 0 })
    expect(await owed(one)).toEqual([one.cost])
    // Once more is money the carrier owes nothing for.
    const twice = await at.take([{ trackNo: one.trackNo, amount: '-4.00' }])
    expect(await at.lines(twice.id)).toMatchObject([{ code: 'D10', state: 'open', credit: '0' }])
    expect((await at.drift()).drift).toEqual([])
  })

  test('by the number of the dispute alone, and what is above it stays open', async () => {
    const { one, run, id } = await settled('5.00')
    await post(run.id)
    const { no } = await row(id)
    const note = await at.take([{ trackNo: '', reference: String(no), amount: '-7.00' }])
    expect(await at.lines(note.id)).toMatchObject([
      { code: 'D8', state: 'open', credit: '-500', delta: '-200', dispute_id: id },
    ])
    expect(await owed(one)).toEqual([one.cost])
  })

  test('accepted before the dispute is settled, it is not booked again there', async () => {
    const { parcels, run, id } = await sent()
    const [one] = parcels
    const note = await at.take([{ trackNo: one!.trackNo, amount: '-5.00' }])
    await at.finance.call(billRuns.accept, { id: note.id, codes: ['D10'], upTo: null, note: '' })
    await post(note.id)
    const { version } = await row(id)
    await at.finance.call(disputes.settle, { id, version, creditReceived: '5.00', note: '' })
    await post(run.id)
    expect(await owed(one!)).toEqual([one!.cost])
  })

  test('accepted after it was settled, it is found when it is posted', async () => {
    const { parcels, run, id } = await sent()
    const [one] = parcels
    const note = await at.take([{ trackNo: one!.trackNo, amount: '-5.00' }])
    const { version } = await row(id)
    await at.finance.call(disputes.settle, { id, version, creditReceived: '5.00', note: '' })
    await at.finance.call(billRuns.accept, { id: note.id, codes: ['D10'], upTo: null, note: '' })
    await post(note.id)
    await post(run.id)
    expect(await owed(one!)).toEqual([one!.cost])
  })
})

test('a customer sees no bill, no line and no dispute, nor what its parcels cost', async () => {
  const { run, id, one } = await settled('5.00')
  const [line] = await at.lines(run.id)
  for (const role of ['customer', 'sub', 'otherCustomer'] as const) {
    const client = await world().as(role)
    for (const path of [
      '/erp/billRun/list',
      '/erp/billLine/list',
      '/erp/dispute/list',
      '/erp/billRun/missing',
      `/erp/billRun/queryById?id=${run.id}`,
      `/erp/billLine/compare?id=${line!.id}`,
      `/erp/dispute/pack?id=${id}`,
    ])
      expect([role, path, (await client.raw('GET', path)).success]).toEqual([role, path, false])
    const released = await client.put(billRuns.release.path, { ids: [one.id], note: 'mine' })
    expect(released.success).toBe(false)
  }
})
