import { beforeAll, expect, test } from 'vitest'
import { company } from '#contracts/parties/company.ts'
import { businessDay, businessSpan } from '#server/kit/db/business-day.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { withClock } from '#server/kit/runtime/clock.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { issueInvoices } from './issue.ts'
import { accountOf, charge, draftOf, enterCompany, invoicedCustomer } from './invoices.fixture.ts'

const world = useWorld()
let finance: Client
beforeAll(async () => {
  finance = await world().as('finance')
  await enterCompany(world())
})

const settleIn = async (timeZone: string): Promise<void> => {
  const profile = await finance.call(company.profile, {})
  await finance.call(company.saveProfile, { ...profile, timeZone })
}
async function issuedAt(moment: string): Promise<{ day: string; number: string }> {
  const customerId = await invoicedCustomer(world())
  await charge(world(), customerId)
  const id = await draftOf(world(), finance, await accountOf(world(), customerId))
  const at = Date.parse(moment)
  await withClock(
    () => at,
    () => issueInvoices(jobCtx(world().deps, world().tenantId), { ids: [id] }),
  )
  const { rows } = await world().db.pool.query<{ day: string; number: string }>(
    'select number, issued_on::text as day from invoice where id = $1',
    [id],
  )
  return rows[0]!
}

test.each([
  ['Europe/Berlin', '2026-12-31T23:30:00Z', '2027-01-01'],
  ['Asia/Shanghai', '2027-01-31T16:30:00Z', '2027-02-01'],
  ['America/New_York', '2027-01-01T04:30:00Z', '2026-12-31'],
])('in %s an invoice of %s is dated %s and has a number of that year', async (zone, at, day) => {
  await settleIn(zone)
  const invoice = await issuedAt(at)
  expect(invoice.day).toBe(day)
  expect(invoice.number).toContain(`${day.slice(0, 4)}-`)
})

test('a day begins and ends at midnight of the zone, in summer and winter', async () => {
  await settleIn('Europe/Berlin')
  const ctx = jobCtx(world().deps, world().tenantId)
  expect(await businessDay(ctx, Date.parse('2026-06-30T22:00:00Z'))).toBe('2026-07-01')
  expect(await businessSpan(ctx, '2026-03-29')).toEqual({
    first: '2026-03-28T23:00:00.000Z',
    last: '2026-03-29T21:59:59.999Z',
    next: '2026-03-29T22:00:00.000Z',
  })
})

test('a zone that does not exist and a currency that is none are refused', async () => {
  const profile = await finance.call(company.profile, {})
  const answer = await finance.put('/erp/company/profile', {
    ...profile,
    timeZone: 'Europe/Bonn',
    currency: 'EURO',
  })
  expect(answer.result).toMatchObject({
    issues: [{ path: 'timeZone' }, { path: 'currency' }],
  })
})
