import { beforeAll, describe, expect, test } from 'vitest'
import { quickSearch, type QuickHit } from '#contracts/insight/quick-search.ts'
import { parcels } from '#contracts/orders/parcels.ts'
import { columnOf } from '#contracts/kit/entity.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { isOwned, readWords, searched } from '#server/kit/resource/search/read-words.ts'
import { createRole, createUser } from '#server/features/platform/users/users.fixture.ts'
import { useWorld, type Client, type RoleCode } from '#test/harness.ts'
import { makeOrder, orderDraft, parcel, type MadeOrder } from '#test/orders.ts'

const world = useWorld()
let mine: MadeOrder
let subs: MadeOrder
let far: MadeOrder
beforeAll(async () => {
  const customer = await world().as('customer')
  mine = await makeOrder(world(), customer, {
    confirm: true,
    change: {
      reference: 'PO-7788-A',
      parcels: [parcel({ reference: 'BOX-1', fbaCode: 'FBA15K2X7U000001' })],
    },
  })
  subs = await makeOrder(world(), await world().as('sub'), { change: { reference: 'PO-7788-B' } })
  far = await makeOrder(world(), await world().as('otherCustomer'), {
    confirm: true,
    change: { reference: 'PO-7788-C', depotId: await world().depotId('SZX1') },
  })
  await world().db.pool.query(
    `update parcel set fba_code = 'FBA15K2X7U000001', reference = 'BOX-1' where tenant_id = $1 and id = $2`,
    [world().tenantId, mine.parcels[0]!.id],
  )
})

const ask = (client: Client, q: string): Promise<QuickHit[]> =>
  client.call(quickSearch.quick, { q })
const as = async (role: RoleCode, q: string) =>
  (await ask(await world().as(role), q)).map(({ kind, title }) => `${kind} ${title}`)

describe('a pasted number', () => {
  test('of any kind finds what it belongs to', async () => {
    const [first] = mine.parcels
    expect(await as('manager', mine.serialNumber)).toContain(`order ${mine.serialNumber}`)
    expect(await as('manager', 'PO-7788-A')).toContain('order PO-7788-A')
    expect(await as('manager', first!.trackNo!)).toEqual([`parcel ${first!.trackNo}`])
    expect(await as('manager', first!.serialNumber)).toContain(`parcel ${first!.serialNumber}`)
    expect(await as('manager', 'BOX-1')).toEqual(['parcel BOX-1'])
    expect(await as('manager', 'FBA15K2X7U000001')).toEqual(['parcel FBA15K2X7U000001'])
  })
  test('is read however it was written', async () => {
    const { trackNo } = mine.parcels[0]!
    for (const written of [
      trackNo!.toLowerCase(),
      ` ${trackNo} `,
      trackNo!.replace(/(.{4})/g, '$1 '),
    ])
      expect(await as('manager', written), written).toEqual([`parcel ${trackNo}`])
  })
  test('finds parcels by its last digits, from five on, as the caller sees them', async () => {
    const { trackNo } = mine.parcels[0]!
    for (const last of [trackNo!.slice(-7), trackNo!.slice(-5)]) {
      expect(await as('manager', last), last).toContain(`parcel ${trackNo}`)
      // Five digits may be those of a number or a postcode of its own.
      expect(await as('otherCustomer', last), last).not.toContain(`parcel ${trackNo}`)
    }
    expect(await as('manager', trackNo!.slice(-4))).not.toContain(`parcel ${trackNo}`)
  })
  test('finds what begins so when four characters are there', async () => {
    expect((await as('manager', 'PO-7788')).filter((hit) => hit.startsWith('order'))).toEqual([
      'order PO-7788-A',
      'order PO-7788-B',
      'order PO-7788-C',
    ])
    expect(await as('manager', 'FBA15K2')).toEqual(['parcel FBA15K2X7U000001'])
    expect(await as('manager', 'PO')).toEqual([])
    expect(await as('manager', 'P')).toEqual([])
    expect(await as('manager', '')).toEqual([])
  })
  test('is answered with twelve hits at most, the whole number first', async () => {
    for (let n = 0; n < 14; n++)
      await makeOrder(world(), await world().as('manager'), {
        change: { reference: `MANY-1${String(n).padStart(3, '0')}` },
      })
    await makeOrder(world(), await world().as('manager'), { change: { reference: 'MANY' } })
    const found = await as('manager', 'MANY')
    expect(found[0]).toBe('order MANY')
    expect(found).toHaveLength(12)
  })
  test('names its status, in the caller’s language', async () => {
    const [hit] = await ask(await world().as('manager'), mine.parcels[0]!.trackNo!)
    expect(hit).toMatchObject({
      id: mine.parcels[0]!.id,
      note: 'C001 · Marie-Luise Müller DE Zenting',
      // The word of the parcel's card and of its order.
      status: '20',
      status_dictText: expect.stringMatching(/\S/),
    })
    const [own] = await ask(await world().as('customer'), mine.parcels[0]!.trackNo!)
    expect(own?.note).toBe('Marie-Luise Müller DE Zenting')
  })
  test('finds accounts by code and name', async () => {
    expect(await as('manager', 'c001')).toEqual(['customer C001'])
    expect(await as('customer', 'C001')).toEqual([])
  })
})

describe('who is known by a name, phone or mail', () => {
  test('is found by any part, Chinese by pinyin and initials, read or not yet, and why', async () => {
    const manager = await world().as('manager')
    const base = await orderDraft(world())
    const order = await makeOrder(world(), await world().as('customer'), {
      change: {
        reference: 'WORDS-1',
        consignee: {
          ...(base.consignee as object),
          name: '欧阳娜娜',
          company: 'Schnellbau Überlingen GmbH',
          phone: '+49 30 901820',
          email: 'nana@schnellbau.example',
          postalCode: '73630',
        },
      },
    })
    const title = `order ${order.serialNumber}`
    for (const state of ['new', 'read']) {
      for (const q of [
        '阳娜',
        'nellbau',
        'Überlingen gmbh',
        'NANA@schnell',
        '娜 überl',
        '73630',
        '73630 Zenting',
      ])
        expect(await as('manager', q), `${state} ${q}`).toContain(title)
      await readWords(jobCtx(world().deps, world().tenantId))
    }
    for (const q of [
      'uberlingen gmbh',
      'ouyangnana',
      'ouyang',
      'oynn',
      '030 90 18',
      '(030) 901-820',
      '0049 30901820',
    ])
      expect(await as('manager', q), q).toContain(title)
    for (const q of ['娜阳', 'ouyangn xx', '030 901821', 'ou'])
      expect(await as('manager', q), q).not.toContain(title)
    const [hit] = (await ask(manager, 'ouyangnana')).filter(({ kind }) => kind === 'order')
    expect(hit).toMatchObject({
      note: expect.stringMatching(/: 欧阳娜娜$/),
      status_dictText: expect.stringMatching(/\S/),
    })
    // A customer's user finds its own only, and is not shown whose they are.
    expect(await as('customer', 'ouyang')).toEqual([title])
    for (const role of ['sub', 'otherCustomer', 'nobodySpecial'] as const)
      expect(await as(role, 'ouyang'), role).toEqual([])
    expect(await ask(await world().otherTenantUser(), 'ouyang')).toEqual([])
  })
  test('of every kind that has words', async () => {
    const { tenantId, customerId, db } = world()
    await db.pool.query(
      `insert into consignee (tenant_id, customer_id, name, phone, country, city, street)
        values ($1, $2, '令狐冲', '+86 755 8123 4567', 'CN', '深圳', '科技路')`,
      [tenantId, customerId],
    )
    await readWords(jobCtx(world().deps, tenantId))
    expect(await as('manager', 'linghu')).toEqual(['consignee 令狐冲'])
    expect(await as('manager', '75581234567')).toEqual(['consignee 令狐冲'])
    expect(await as('customer', 'linghu')).toEqual(['consignee 令狐冲'])
    expect(await as('otherCustomer', 'linghu')).toEqual([])
    await db.pool.query(`delete from consignee where tenant_id = $1 and name = '令狐冲'`, [
      tenantId,
    ])
    expect(await as('manager', 'linghu')).toEqual([])
    expect(
      (
        await db.pool.query(
          `select 1 from search_words where tenant_id = $1 and kind = 'consignee'
        and record_id not in (select id from consignee)`,
          [tenantId],
        )
      ).rowCount,
    ).toBe(0)
    const people = (await ask(await world().as('manager'), 'manager')).map(({ kind }) => kind)
    expect(people).toContain('user')
    // A user without the list of users finds none.
    expect((await ask(await world().as('customer'), 'manager')).map(({ kind }) => kind)).toEqual([])
  })
  test('whose columns all have triggers', async () => {
    const found = await world().db.pool.query<{ table: string; columns: string[] }>(
      `select c.relname as table, array(select a.attname::text from pg_attribute a
          where a.attrelid = t.tgrelid and a.attnum = any(t.tgattr::int2[])) as columns
        from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where t.tgname = c.relname || '_search_update'`,
    )
    const watched = new Map(found.rows.map(({ table, columns }) => [table, columns.toSorted()]))
    const declared = new Map(
      searched().map((of) => [
        of.table,
        [
          ...(of.fields.customerId && isOwned(of) ? ['customer_id'] : []),
          ...(of.search ?? []).map((name) => columnOf(name, of.fields[name]!)),
        ].toSorted(),
      ]),
    )
    expect(declared.size).toBeGreaterThan(9)
    expect(watched).toEqual(declared)
  })
})

describe('no user finds more than their lists show', () => {
  test('accounts, sub-accounts, depots, tenants', async () => {
    expect(await as('customer', 'PO-7788')).toEqual(['order PO-7788-A', 'order PO-7788-B'])
    expect(await as('sub', 'PO-7788')).toEqual(['order PO-7788-B'])
    expect(await as('otherCustomer', 'PO-7788')).toEqual(['order PO-7788-C'])
    expect(await as('otherCustomer', mine.parcels[0]!.trackNo!)).toEqual([])
    expect(await as('sub', mine.serialNumber)).toEqual([])
    expect(await as('customer', subs.serialNumber)).toEqual([
      `order ${subs.serialNumber}`,
      expect.stringMatching(/^parcel /),
    ])
    // The depot's people track their own depot's parcels and have no list of orders.
    expect(await as('warehouse', far.parcels[0]!.trackNo!)).toEqual([])
    expect(await as('warehouse', mine.parcels[0]!.trackNo!)).toEqual([
      `parcel ${mine.parcels[0]!.trackNo}`,
    ])
    expect(await as('warehouse', 'PO-7788')).toEqual([])
    expect(await as('nobodySpecial', mine.serialNumber)).toEqual([])
    expect(await ask(await world().otherTenantUser(), mine.parcels[0]!.trackNo!)).toEqual([])
    expect(await ask(await world().otherTenantUser(), 'PO-7788')).toEqual([])
  })
  test('boxes of kinds the caller does not see', async () => {
    const role = await createRole(world(), 'customer', [
      'trk:search:query',
      'ship:parcel:list',
      'ship:b2c:list',
    ])
    const { customerId } = world()
    const client = await (await createUser(world(), [role], { customerId })).client()
    const company = { name: 'A', company: 'B GmbH', country: 'DE', city: 'Berlin' }
    const unseen = await makeOrder(world(), await world().as('customer'), {
      confirm: true,
      change: {
        shipmentResource: 'B2B',
        consignee: { ...company, postalCode: '10115', street: 'X', house: '1' },
        parcels: [parcel({ reference: 'CARTON-77' })],
      },
    })
    expect(await as('customer', 'CARTON-77')).toEqual(['parcel CARTON-77'])
    const [box] = unseen.parcels
    for (const number of ['CARTON-77', 'CARTON', box!.serialNumber, box!.trackNo!])
      expect(await ask(client, number), number).toEqual([])
    expect(await ask(client, mine.parcels[0]!.trackNo!)).toHaveLength(1)
    const listed = (await client.call(parcels.endpoints.list, { pageSize: 200 } as never)).records
    expect(listed.map(({ id }) => id)).toContain(mine.parcels[0]!.id)
    expect(listed.map(({ id }) => id)).not.toContain(box!.id)
  })
  test('whatever is asked', async () => {
    const manager = await world().as('manager')
    for (const q of [
      "' or 1=1 --",
      '%%%%',
      '____',
      'PO-7788%',
      '\\\\\\\\',
      "'); drop table parcel; --",
      '{{7*7}}',
      '😀😀😀😀',
      'a'.repeat(80),
    ])
      expect(await ask(manager, q), q).toEqual([])
    expect((await manager.get('/sys/search/quick', { q: 'a'.repeat(81) })).code).toBe(400)
    expect((await manager.get('/sys/search/quick')).code).toBe(400)
    expect((await manager.get('/sys/search/quick?q=a&q=b')).code).toBe(400)
    expect((await manager.get('/sys/search/quick?q=ab%00cd')).result).toEqual([])
    expect((await world().anonymous.get('/sys/search/quick', { q: 'PO-7788' })).status).toBe(401)
  })
})
