import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { endingPattern } from '#contracts/commercial/numbers/normalise-number.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { likeText } from '#server/kit/access/data-rules.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeOrder, orderDraft } from '#test/orders.ts'
import { readWords } from '#server/kit/resource/search/read-words.ts'
import { keysOf, keysToFind } from '#server/kit/resource/search/text-keys.ts'

const PLACE = { tenantId: '7', table: 'shipment' }
const world = useWorld()
const { list, exportXls } = shipmentList.endpoints
let manager: Client
beforeAll(async () => {
  manager = await world().as('manager')
})

const make = async (consignee: object, client = manager) => {
  const draft = await orderDraft(world())
  const made = await makeOrder(world(), client, {
    change: { consignee: { ...(draft.consignee as object), ...consignee } },
  })
  return made.id
}
async function found(query: object, client = manager): Promise<string[]> {
  const answer = await client.get(list.path, { ...query, pageSize: 100 })
  expect(answer, answer.message).toMatchObject({ success: true })
  const { records, total } = answer.result as { records: { id: string }[]; total: number }
  expect(total).toBe(records.length)
  return records.map(({ id }) => id).toSorted()
}
const read = () => readWords(jobCtx(world().deps, world().tenantId))
const waiting = async (id: string) =>
  (
    await world().db.pool.query(
      `select 1 from search_unread where kind = 'shipment' and record_id = $1`,
      [id],
    )
  ).rowCount

test('an order that a verb is changing is not waited for, and its change is read afterwards', async () => {
  const [held, free] = [await make({ name: 'Held back' }), await make({ name: 'Free to read' })]
  const verb = await world().db.pool.connect()
  try {
    await verb.query('begin')
    await verb.query('select 1 from shipment where id = $1 for update', [held])
    await read()
    expect(await waiting(free)).toBe(0)
    await verb.query(`update shipment set consignee_name = 'Renamed since' where id = $1`, [held])
    // Noted again, and not seen before the change is.
    await read()
    await verb.query('commit')
  } finally {
    verb.release()
  }
  expect(await waiting(held)).toBe(1)
  await read()
  expect(await waiting(held)).toBe(0)
  expect(await found({ consigneeName: 'renamed s' })).toEqual([held])
})

test('names, companies and towns are found by any part, read or not yet', async () => {
  const zh = await make({ name: '欧阳娜娜', company: '深圳市华强贸易有限公司' })
  const de = await make({
    name: 'Jürgen Überschär-Qxz',
    company: 'Würth 100% GmbH',
    city: 'Xyzhausen',
  })
  for (const state of ['new', 'read']) {
    for (const [query, expected] of [
      [{ consigneeName: '阳娜' }, [zh]],
      [{ consigneeName: '欧' }, [zh]],
      [{ consigneeName: '娜欧' }, []],
      [{ company: '华强贸' }, [zh]],
      [{ company: '*华强*', consigneeName: '娜' }, [zh]],
      [{ consigneeName: 'überSCHÄR' }, [de]],
      [{ consigneeName: 'qx' }, [de]],
      [{ consigneeName: '*-Qxz' }, [de]],
      [{ consigneeName: 'Jürgen Ü*' }, [de]],
      [{ city: 'zhaus' }, [de]],
      [{ city: 'xyzhausen', company: '100%' }, [de]],
      [{ city: 'xyzhausen', company: '华强' }, []],
      [{ city: 'zhaus_n' }, []],
      [{ words: '欧阳' }, [zh]],
      [{ words: 'Qxz xyzhau' }, [de]],
      [{ words: 'Qxz 华强' }, []],
      [{ words: '%%%' }, []],
      [{ words: 'q' }, []],
    ] as const)
      expect(await found(query), `${state} ${JSON.stringify(query)}`).toEqual(expected)
    await read()
    expect(await waiting(zh)).toBe(0)
  }
  expect(await found({ words: 'ouyang' })).toEqual([zh])
  expect(await found({ words: 'uberschar' })).toEqual([de])
  expect(await found({ words: 'juergen UEBERSCHAER wuerth' })).toEqual([de])
  expect(await found({ words: 'ouyang' }, await world().otherTenantUser())).toEqual([])
  // The files and what is done with all that match hold no more.
  const lines = await manager.get('/erp/shipment/exportLines', {
    words: 'xyzhausen',
    exportFormat: 'csv',
  })
  expect(Buffer.from(lines.bytes).toString()).toContain('Xyzhausen')
  expect(Buffer.from(lines.bytes).toString()).not.toContain('欧阳')
  const task = await manager.post('/erp/orderTask/prepare', {
    action: 'confirm',
    query: { words: 'xyzhausen' },
  })
  expect(task.result, task.message).toMatchObject({ total: 1 })
  for (const bad of [{ words: 'a'.repeat(81) }, { words_MultiString: 'x' }])
    expect((await manager.get(list.path, bad)).code, JSON.stringify(bad)).toBe(400)
  const file = await manager.get(exportXls.path, {
    words: 'xyzhausen',
    exportFormat: 'csv',
    exportColumns: 'city',
  })
  expect(Buffer.from(file.bytes).toString()).toContain('Xyzhausen')
})

test('a part of a phone, and the last digits of a tracking number from five on', async () => {
  const draft = await orderDraft(world())
  const customer = await world().as('customer')
  const { id, parcels } = await makeOrder(world(), customer, {
    confirm: true,
    change: { consignee: { ...(draft.consignee as object), phone: '+49 176 4773507201' } },
  })
  await read()
  for (const words of ['7350720', '477350', '7201', '0176 4773507201'])
    expect(await found({ words }), words).toEqual([id])
  const number = parcels[0]!.trackNo!
  for (const words of [number.slice(-7), number.slice(-5), number, ` ${number.slice(-6)} `]) {
    // The last digits may be those of another order's own number, too.
    const asked = words === number ? [id] : expect.arrayContaining([id])
    expect(await found({ words }), words).toEqual(asked)
    expect(await found({ words }, customer), words).toEqual(asked)
    expect(await found({ words }, await world().as('otherCustomer')), words).toEqual([])
  }
  // Four may be in any number of an order.
  expect(endingPattern(number.slice(-4))).toBeNull()
})

test('a postcode, alone and with the town or name as the list shows them', async () => {
  const id = await make({ name: 'Annegret Klein', city: 'Berlin', postalCode: '12629' })
  for (const state of ['new', 'read']) {
    for (const words of ['12629', '12629 Berlin', 'klein 12629', ' Berlin  12629'])
      expect(await found({ words }), `${state} ${words}`).toEqual([id])
    expect(await found({ words: '12629 Bonn' }), state).toEqual([])
    await read()
  }
})

test('a changed name is found by its new parts at once, by its old ones no more', async () => {
  const id = await make({ name: 'Zwölfboxer' })
  await read()
  const now = await manager.get('/erp/shipment/queryById', { id })
  const order = now.result as { consignee: object }
  const edited = await manager.put('/erp/shipment/edit', {
    ...order,
    consignee: { ...order.consignee, name: 'Elfkämpfer' },
  })
  expect(edited, edited.message).toMatchObject({ success: true })
  for (const state of ['new', 'read']) {
    expect(await found({ consigneeName: 'elfkämpf' }), state).toEqual([id])
    expect(await found({ consigneeName: 'zwölfbox' }), state).toEqual([])
    await read()
  }
  // What moves on and keeps its names is not read again.
  await manager.put('/erp/shipment/confirm', { ids: [id] })
  expect(await waiting(id)).toBe(0)
})

test('only orders within reach are found', async () => {
  const id = await make({ name: 'Nurfürmich' })
  await read()
  expect(await found({ consigneeName: 'nurfür' })).toEqual([id])
  for (const user of [await world().otherTenantUser(), await world().as('otherCustomer')])
    expect(await found({ consigneeName: 'nurfür' }, user)).toEqual([])
})

test('what contains a text for the database has all of its keys', async () => {
  const letters = [...'aAäÄßẞİıiIσΣςÉeéñ0 -%_', '柏', '林', 'の', '한', 'ﬁ', '😀', 'K', 'ǆ', 'Å']
  const text = (min: number, max: number) =>
    fc
      .array(fc.constantFrom(...letters), { minLength: min, maxLength: max })
      .map((all) => all.join(''))
  const pairs = fc.sample(fc.tuple(text(0, 8), text(1, 3), text(0, 8), fc.boolean()), 2_000)
  const cases = pairs.map(([before, part, after, upper]) => ({
    whole: before + part + after,
    part: upper ? part.toUpperCase() : part,
  }))
  const answered = await world().db.pool.query<{ holds: boolean }>(
    `select x.whole ilike x.part as holds from unnest($1::text[], $2::text[]) with ordinality as x(whole, part, at)
      order by x.at`,
    [cases.map(({ whole }) => whole), cases.map(({ part }) => `%${likeText(part)}%`)],
  )
  const lost = cases.filter(({ whole, part }, at) => {
    const own = new Set(keysOf(PLACE, whole))
    return answered.rows[at]!.holds && keysToFind(PLACE, part)?.some((key) => !own.has(key))
  })
  expect(lost).toEqual([])
  expect(answered.rows.filter(({ holds }) => holds).length).toBeGreaterThan(1_000)
  for (const other of [
    { ...PLACE, tenantId: '8' },
    { ...PLACE, table: 'customer' },
  ])
    expect(keysToFind(other, '柏林')).not.toEqual(keysToFind(PLACE, '柏林'))
})
