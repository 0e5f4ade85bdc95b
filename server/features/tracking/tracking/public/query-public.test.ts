import { describe, expect, test } from 'vitest'
import { tracking } from '#contracts/tracking/tracking.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { eventually, parcelRow } from '../tracking.fixture.ts'

const world = useWorld()
const query = (nos: string, lang?: 'zh_CN' | 'en_US') =>
  world().anonymous.call(tracking.query, { nos, ...(lang ? { lang } : {}) })

async function confirmed() {
  const order = await makeOrder(world(), await world().as('customer'), { confirm: true })
  const parcel = order.parcels[0]!
  // The product's own event of a confirmed order is removed once it is there.
  await eventually(async () => (await parcelRow(world(), parcel.id)).tracking_status === 10)
  await world().db.pool.query('delete from tracking_event where parcel_id = $1', [parcel.id])
  return { ...parcel, trackNo: parcel.trackNo! }
}
const put = (parcelId: string, row: Record<string, unknown>) => {
  const columns = {
    tenant_id: world().tenantId,
    parcel_id: parcelId,
    event_key: Buffer.from(crypto.randomUUID()),
    status: 40,
    sub: 'departed',
    source: 'poll',
    courier: 'DHL',
    ...row,
  }
  const names = Object.keys(columns)
  return world().db.pool.query(
    `insert into tracking_event (${names.join()})
      values (${names.map((_, at) => `$${at + 1}`).join()})`,
    Object.values(columns),
  )
}

describe('the public look-up', () => {
  test('names our depot and its hours where a parcel waits there to be collected', async () => {
    const [ours, theirs] = [await confirmed(), await confirmed()]
    const { pool } = world().db
    const ready = { status: 55, sub: 'parcel_shop', at: '2026-03-01T08:05:00Z' }
    await put(ours.id, { ...ready, source: 'manual', courier: null })
    await put(theirs.id, { ...ready, place: 'Köln' })
    await pool.query('update parcel set tracking_status = 55 where id = any($1)', [
      [ours.id, theirs.id],
    ])
    const [depot] = (
      await pool.query<{ id: string; name_en: string; city: string }>(
        `select d.id, d.name_en, d.city from depot d join shipment s on s.tenant_id = d.tenant_id
          and s.depot_id = d.id join parcel p on p.tenant_id = s.tenant_id and p.shipment_id = s.id
          where p.id = $1`,
        [ours.id],
      )
    ).rows
    await pool.query('delete from depot_hours where depot_id = $1', [depot!.id])
    for (const weekday of [1, 2])
      await pool.query(
        `insert into depot_hours (tenant_id, depot_id, weekday, opens, closes)
          values ($1, $2, $3, '08:00', '18:00')`,
        [world().tenantId, depot!.id, weekday],
      )
    await pool.query(
      `insert into depot_holiday (tenant_id, depot_id, day, name)
        values ($1, $2, current_date + 3, 'Fair')`,
      [world().tenantId, depot!.id],
    )
    const { items } = await query(`${ours.trackNo},${theirs.trackNo}`, 'en_US')
    expect(items.map(({ status }) => status)).toEqual([55, 55])
    expect(items[0]!.pickup!.split('\n')).toEqual([
      `To be collected at ${depot!.name_en}`,
      expect.stringContaining(depot!.city),
      expect.stringMatching(/08:00–18:00$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\d Fair closed$/),
    ])
    expect(items[1]).not.toHaveProperty('pickup')
  })

  test('newest first, in the time of the place, with an offset only where one is known', async () => {
    const parcel = await confirmed()
    await put(parcel.id, {
      at: '2026-03-01T08:05:00Z',
      offset_min: 60,
      local_time: '2026-03-01T09:05:00+01:00',
      place: 'Köln',
      country: 'DE',
      raw_text: 'Left.',
    })
    await put(parcel.id, {
      at: '2026-03-03T08:05:00Z',
      offset_min: -210,
      local_time: 'x',
      status: 70,
      sub: 'neighbour',
    })
    await put(parcel.id, {
      at: null,
      offset_min: null,
      local_time: '02.03.2026 07:30',
      status: 45,
      sub: 'processing',
    })
    const { items } = await query(parcel.trackNo.toLowerCase())
    expect(items).toEqual([
      {
        no: parcel.trackNo.toLowerCase(),
        found: true,
        courier: expect.any(String),
        status: 70,
        sub: 'neighbour',
        destination: { country: 'DE' },
        events: [
          {
            at: '2026-03-03T08:05:00Z',
            local: '2026-03-03 04:35',
            offset: '-03:30',
            place: null,
            country: null,
            status: 70,
            sub: 'neighbour',
            text: null,
          },
          {
            at: null,
            local: '2026-03-02 07:30',
            offset: null,
            place: null,
            country: null,
            status: 45,
            sub: 'processing',
            text: null,
          },
          {
            at: '2026-03-01T08:05:00Z',
            local: '2026-03-01 09:05',
            offset: '+01:00',
            place: 'Köln',
            country: 'DE',
            status: 40,
            sub: 'departed',
            text: 'Left.',
          },
        ],
      },
    ])
  })

  test('what is hidden, taken back or only a note is not shown', async () => {
    const parcel = await confirmed()
    const at = '2026-03-01T08:05:00Z'
    await put(parcel.id, { at, visible: false })
    await put(parcel.id, { at, cancelled: true })
    await put(parcel.id, { at, effect: 'note', status: null, sub: null })
    await put(parcel.id, {
      at,
      offset_min: 0,
      raw_text: 'Given to Marie-Luise Müller',
      text_hidden: true,
    })
    await put(parcel.id, { at: '2026-03-04T08:05:00Z', status: 80, sub: 'lost', visible: false })
    await world().db.pool.query(
      `update parcel set tracking_status = 80, tracking_sub = 'lost' where id = $1`,
      [parcel.id],
    )
    const { items } = await query(parcel.trackNo)
    expect(items[0]!.events.map(({ text }) => text)).toEqual([null])
    expect(items[0]).toMatchObject({ status: 40, sub: 'departed' })
  })

  test('unknown, hidden and withdrawn numbers are answered alike, to the byte', async () => {
    const [hidden, withdrawn] = [await confirmed(), await confirmed()]
    const { pool } = world().db
    await pool.query('update tracking_number set visible = false where number = $1', [
      hidden.trackNo,
    ])
    await pool.query('update tracking_number set state = 2 where number = $1', [withdrawn.trackNo])
    const unknown = `9${hidden.trackNo.slice(1)}`
    const answers = await Promise.all(
      [hidden.trackNo, withdrawn.trackNo, unknown].map(async (no) => {
        const answer = await world().anonymous.get('/track/query', { nos: no })
        return {
          status: answer.status,
          body: JSON.stringify(answer.result).replaceAll(no, 'X'),
          bytes: answer.bytes.length,
        }
      }),
    )
    for (const one of answers)
      expect(one).toEqual({
        status: 200,
        body: '{"items":[{"no":"X","found":false,"events":[]}]}',
        bytes: answers[0]!.bytes,
      })
  })

  test('many at once in the order asked, nonsense among them, and no more than forty', async () => {
    const parcel = await confirmed()
    const { items } = await query(`nope, ${parcel.trackNo},1'or'1=1`)
    expect(items.map(({ no, found }) => [no, found])).toEqual([
      ['nope', false],
      [parcel.trackNo, true],
      ["1'or'1=1", false],
    ])
    const tooMany = await world().anonymous.get('/track/query', {
      nos: Array.from({ length: 41 }, (_, at) => `YT${1000 + at}`).join(),
    })
    expect(tooMany).toMatchObject({ success: false, code: 400 })
  })

  test('visitors who ask at the same time each get the answer to their own number', async () => {
    const parcels = [await confirmed(), await confirmed(), await confirmed()]
    const at = '2026-03-01T08:05:00Z'
    for (const [place, { id }] of parcels.entries()) await put(id, { at, raw_text: `at ${place}` })
    const asked = Array.from({ length: 60 }, (_, n) =>
      n % 4 === 3 ? `NOPE${n}00` : parcels[n % 4]!.trackNo,
    )
    const answers = await Promise.all(asked.map((no) => query(no)))
    expect(answers.map(({ items: [item] }) => [item!.no, item!.events[0]?.text])).toEqual(
      asked.map((no, n) => [no, n % 4 === 3 ? undefined : `at ${n % 4}`]),
    )
  })

  test('the carrier is named in the language asked for', async () => {
    const parcel = await confirmed()
    const named = async (lang: 'zh_CN' | 'en_US') =>
      (await query(parcel.trackNo, lang)).items[0]!.courier
    expect([await named('zh_CN'), await named('en_US')]).toEqual(['DHL 德国包裹', 'DHL Parcel DE'])
  })
})

test('the logo of a courier is named to visitors, and none where it has none', async () => {
  const parcel = await confirmed()
  const item = async () => (await query(parcel.trackNo, 'en_US')).items[0]!
  expect(await item()).not.toHaveProperty('logo')
  const set = (logo: string | null) =>
    world().db.pool.query(`update courier set logo = $2 where tenant_id = $1 and code = 'DHL'`, [
      world().tenantId,
      logo,
    ])
  await set('pictures/abc.png')
  expect((await item()).logo).toBe('/boot/sys/common/static/pictures/abc.png')
  await set(null)
})
