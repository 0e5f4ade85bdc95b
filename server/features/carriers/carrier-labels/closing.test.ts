import { beforeAll, expect, test } from 'vitest'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { useOwnWorld, type Client } from '#test/harness.ts'
import { makeOrder, parcel } from '#test/orders.ts'
import { carrierLabels } from './buying/label-rows.ts'
import { takeBack } from './buying/take-back.ts'
import { openAccountFor } from './carrier-world.fixture.ts'

const world = useOwnWorld()
let staff: Client
const accounts = new Map<string, string>()
const carriers = ['dhl', 'gls'] as const
type Carrier = (typeof carriers)[number]
beforeAll(async () => {
  staff = await world().as('tenantAdmin')
})

/** A batch of two labels. */
async function boughtWith(carrier: Carrier): Promise<string> {
  const account =
    accounts.get(carrier) ?? (await openAccountFor(world(), staff, carrier, { services: [] })).id
  await world().db.pool.query(
    `insert into carrier_account_service as s (tenant_id, account_id, service_id, product)
      select $3, $1, id, $2 from delivery_service where tenant_id = $3 and code = 'ECO-PARCEL'
      on conflict (tenant_id, service_id)
        do update set account_id = excluded.account_id, product = excluded.product`,
    [account, carrier === 'dhl' ? 'V01PAK' : 'PARCEL', world().tenantId],
  )
  accounts.set(carrier, account)
  const order = await makeOrder(world(), staff, {
    confirm: true,
    change: { parcels: [parcel(), parcel()] },
  })
  const made = await staff.post('/erp/carrierBatch/add', {
    carrier,
    validateOnly: false,
    numbers: [order.serialNumber],
  })
  const { id } = made.result as { id: string }
  const stateOf = async () =>
    ((await staff.get('/erp/carrierBatch/queryById', { id })).result as { state: string }).state
  await expect.poll(stateOf).toBe('done')
  return id
}

/** The carrier answers only after `meanwhile`, which begins when both labels are as `reached`. */
async function whileAsked<T>(
  id: string,
  reached: string,
  ask: () => Promise<T>,
  meanwhile: () => Promise<void>,
): Promise<T> {
  const holder = await world().db.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table simulator_label in exclusive mode')
    const answer = ask()
    await expect
      .poll(
        async () =>
          (
            await world().db.pool.query<{ count: number }>(
              `select count(*)::int as count from carrier_shipment
                where batch_id = $1 and ${reached}`,
              [id],
            )
          ).rows[0]?.count,
        { timeout: 90_000 },
      )
      .toBeGreaterThan(0)
    await meanwhile()
    await holder.query('commit')
    return await answer
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}
const manifest = (id: string) => staff.put('/erp/carrierBatch/manifest', { id })
const cancel = (id: string) => staff.put('/erp/carrierBatch/cancel', { ids: [id] })
const rowsOf = async (id: string) =>
  (
    await world().db.pool.query<{ id: string; ours: string; theirs: string }>(
      `select c.id, concat_ws(' ', c.void_state, case when c.closed_at is not null then 'closed' end)
          as ours, concat_ws(' ', case when l.cancelled then 'void' end,
          case when l.closed then 'closed' end) as theirs
        from carrier_shipment c join simulator_label l
          on l.tenant_id = c.tenant_id and l.handle = c.handle
        where c.batch_id = $1 order by c.id`,
      [id],
    )
  ).rows
const both = async (id: string) =>
  (await rowsOf(id)).map(({ ours, theirs }) => `${ours} / ${theirs}`)

test.each(carriers)('%s: what is being closed is not taken back', async (carrier) => {
  const id = await boughtWith(carrier)
  const closed = await whileAsked(
    id,
    'closing_at is not null',
    () => manifest(id),
    async () => {
      const cancelled = (await cancel(id)).result as BulkResult
      expect(cancelled).toMatchObject({ done: 0, failed: 2 })
      for (const row of cancelled.rows) expect(row.code).toBe('carrierShipment.isClosing')
      expect((await manifest(id)).error).toBe('carrierBatch.labelsBusy')
      expect((await staff.put('/erp/carrierBatch/retry', { id })).error).toBe(
        'carrierBatch.nothingRefused',
      )
      expect((await staff.put('/erp/carrierBatch/fetch', { id })).error).toBe(
        'carrierBatch.notClosed',
      )
      // The way orders take labels back; it is asked again when the carrier has answered.
      const ctx = jobCtx(world().deps, world().tenantId)
      const voided = await takeBack(ctx, await carrierLabels(ctx, { batchIds: [id] }))
      for (const { voidState } of voided.values()) expect(voidState).toBe('unknown')
    },
  )
  expect(closed.result).toMatchObject({ closed: 2, refused: [] })
  expect(await both(id)).toEqual(['closed / closed', 'closed / closed'])
  const late = (await cancel(id)).result as BulkResult
  for (const row of late.rows) expect(row.code).toBe('carrierShipment.isClosed')
})

test.each(carriers)('%s: what is being taken back is not closed', async (carrier) => {
  const id = await boughtWith(carrier)
  const cancelled = await whileAsked(
    id,
    `void_state = 'sent'`,
    () => cancel(id),
    async () => {
      await expect.poll(async () => (await both(id)).join()).toBe('sent / ,sent / ')
      expect((await manifest(id)).error).toBe('carrierBatch.labelsBusy')
    },
  )
  expect(cancelled.result).toMatchObject({ done: 2, failed: 0 })
  expect(await both(id)).toEqual(['void / void', 'void / void'])
})

test('both at once: each label is the one or the other, here as at the carrier', async () => {
  const id = await boughtWith('dhl')
  const [closed, cancelled] = await Promise.all([manifest(id), cancel(id)])
  const states = await both(id)
  for (const state of states) expect(['void / void', 'closed / closed']).toContain(state)
  const voids = states.filter((one) => one.startsWith('void')).length
  expect(cancelled.result).toMatchObject({ done: voids })
  if (voids === 2) expect(closed.error).toBe('carrierBatch.labelsBusy')
  else expect(closed.result).toMatchObject({ closed: 2 - voids })
})

test('a manifest of the rest closes what is not being taken back, and names the others', async () => {
  const id = await boughtWith('dhl')
  const [first] = await rowsOf(id)
  let closed: Awaited<ReturnType<typeof manifest>>['result']
  const cancelled = await whileAsked(
    id,
    `void_state = 'sent'`,
    () => staff.put('/erp/carrierShipment/cancel', { ids: [first!.id] }),
    async () => {
      void manifest(id).then(({ result }) => (closed = result))
      const taken = async () =>
        (
          await world().db.pool.query(
            'select 1 from carrier_shipment where batch_id = $1 and closing_at is not null',
            [id],
          )
        ).rowCount
      await expect.poll(taken, { timeout: 90_000 }).toBe(1)
    },
  )
  expect(cancelled.result).toMatchObject({ done: 1 })
  await expect.poll(() => closed, { timeout: 90_000 }).toMatchObject({ closed: 1 })
  expect((closed as { refused: string[] }).refused).toHaveLength(1)
  expect(await both(id)).toEqual(['void / void', 'closed / closed'])
})

test('a manifest whose process was lost holds its labels for no longer than a call lasts', async () => {
  const id = await boughtWith('dhl')
  const left = (ago: string) =>
    world().db.pool.query(
      `update carrier_shipment set closing_at = now() - $2::interval where batch_id = $1`,
      [id, ago],
    )
  await left('80 seconds')
  expect((await cancel(id)).result).toMatchObject({ done: 0 })
  await left('100 seconds')
  expect((await cancel(id)).result).toMatchObject({ done: 2 })
})

test('gls: a day with a label that is being taken back is not closed at all, then without it', async () => {
  const id = await boughtWith('gls')
  const [first] = await rowsOf(id)
  await whileAsked(
    id,
    `void_state = 'sent'`,
    () => staff.put('/erp/carrierShipment/cancel', { ids: [first!.id] }),
    async () => {
      expect((await manifest(id)).error).toBe('carrierBatch.labelsBusy')
    },
  )
  expect(await both(id)).toEqual(['void / void', ' / '])
  expect((await manifest(id)).result).toMatchObject({ closed: 1 })
  expect(await both(id)).toEqual(['void / void', 'closed / closed'])
})

test.each(['pending', 'unknown'])(
  'gls: a day with a label whose cancellation is %s is not closed, in whichever batch the label is',
  async (state) => {
    const [id, other] = [await boughtWith('gls'), await boughtWith('gls')]
    const [first] = await rowsOf(other)
    await world().db.pool.query('update carrier_shipment set void_state = $2 where id = $1', [
      first!.id,
      state,
    ])
    const refused = await manifest(id)
    expect(refused.error).toBe('carrierBatch.voidsOpen')
    expect(refused.message).toContain('1 in all')
    expect(await both(id)).toEqual([' / ', ' / '])
    expect(await both(other)).toEqual([`${state} / `, ' / '])
    expect(
      (await staff.put('/erp/carrierShipment/cancel', { ids: [first!.id] })).result,
    ).toMatchObject({ done: 1 })
    expect((await manifest(id)).result).toMatchObject({ closed: 2 })
    expect(await both(other)).toEqual(['void / void', 'closed / closed'])
  },
)

test('what was not closed is kept as a code and read in the language of the reader', async () => {
  const id = await boughtWith('dhl')
  const [first] = await rowsOf(id)
  await world().db.pool.query(`update carrier_shipment set void_state = 'pending' where id = $1`, [
    first!.id,
  ])
  expect((await manifest(id)).result).toMatchObject({ closed: 1 })
  const notesIn = async (lang: Client['lang']) => {
    const reader = await world().as('tenantAdmin')
    reader.lang = lang
    return ((await reader.get('/erp/carrierBatch/items', { id })).result as { notes: string[] })
      .notes
  }
  expect(await notesIn('en_US')).toEqual([expect.stringContaining('not confirmed by the carrier')])
  expect(await notesIn('zh_CN')).toEqual([expect.stringContaining('尚未得到承运商确认')])
})

test('a label that is void by force is not left as being taken back', async () => {
  const id = await boughtWith('dhl')
  // As a forced revoke leaves it.
  await world().db.pool.query(
    `update parcel_label set void_state = 'void' where parcel_id in
      (select parcel_id from carrier_shipment where batch_id = $1)`,
    [id],
  )
  const { rows } = (await cancel(id)).result as BulkResult
  for (const row of rows) expect(row.code).toBe('carrierShipment.isVoid')
  expect(await both(id)).toEqual([' / ', ' / '])
})

test('gls: a label void by force and not confirmed is cancelled there again, and the day is closed', async () => {
  const id = await boughtWith('gls')
  const [first] = await rowsOf(id)
  await world().db.pool.query(
    `with c as (update carrier_shipment set void_state = 'unknown' where id = $1 returning parcel_id)
      update parcel_label l set void_state = 'void' from c where l.parcel_id = c.parcel_id`,
    [first!.id],
  )
  expect((await manifest(id)).error).toBe('carrierBatch.voidsOpen')
  // Asked again by a process that was lost.
  await world().db.pool.query(
    `update carrier_shipment set void_state = 'sent', void_asked_at = now() - interval '10 minutes'
      where id = $1`,
    [first!.id],
  )
  expect((await manifest(id)).error).toBe('carrierBatch.voidsOpen')
  const { result } = await staff.put('/erp/carrierShipment/cancel', { ids: [first!.id] })
  expect(result).toMatchObject({ done: 1 })
  expect((await both(id))[0]).toBe('void / void')
  expect((await manifest(id)).result).toMatchObject({ closed: 1 })
})

test('two who take the same labels back at once leave them void', async () => {
  const id = await boughtWith('dhl')
  await Promise.all([cancel(id), cancel(id)])
  await expect.poll(() => both(id), { timeout: 90_000 }).toEqual(['void / void', 'void / void'])
})
