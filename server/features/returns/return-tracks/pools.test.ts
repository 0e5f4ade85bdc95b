import pino from 'pino'
import { expect, test } from 'vitest'
import { quickSearch } from '#contracts/insight/quick-search.ts'
import { commonReturns, commonReturnList } from '#contracts/returns/common-returns.ts'
import { predictedReturnList } from '#contracts/returns/predicted-returns.ts'
import { RETURN } from '#contracts/returns/return-tracks.states.ts'
import { returnTracks } from '#contracts/returns/return-tracks.calls.ts'
import { returnPools } from '#contracts/returns/return-pools.ts'
import { returnStation } from '#contracts/returns/return-station.ts'
import { confirmed, trackNo } from '#server/features/depot/inbound/depot.fixture.ts'
import { makeCtx, systemPrincipal } from '#server/kit/access/ctx.ts'
import { type Client, useWorld } from '#test/harness.ts'
import { distributeFees } from './distribute.ts'
import {
  addPhoto,
  charged,
  distributed,
  freshNo,
  scanIn,
  terms,
  track,
  unconfirmed,
} from './returns.fixture.ts'

const world = useWorld()

test('a box that was not announced is unconfirmed, with a number of ours, a place and a next step', async () => {
  const no = freshNo()
  expect(await scanIn(world(), no, { place: '' })).toMatchObject({
    success: false,
    result: { issues: [{ path: 'place' }] },
  })
  const first = await scanIn(world(), no, { weightKg: '1.2', senderText: 'Maria Muster, Ulm' })
  expect(first).toMatchObject({
    code: 1010,
    result: { state: 20, no: expect.stringMatching(/^RT/) },
  })
  expect(await track(world(), first.result.id!)).toMatchObject({
    place: 'R-01',
    weightKg: '1.2',
    dueAt: expect.any(String),
    dueStep_dictText: 'Find the owner',
  })
  expect(await scanIn(world(), no)).toMatchObject({ code: 1011 })
  expect(await scanIn(world(), first.result.no!)).toMatchObject({ code: 1011 })
})

test('a number of our own names the owner, and so does what was announced', async () => {
  const order = await confirmed(world())
  const { result } = await scanIn(world(), trackNo(order))
  expect(result).toMatchObject({
    state: 30,
    score: 96,
    reasons: [expect.stringContaining('Sent out')],
  })
  const customer = await world().as('otherCustomer')
  const [no, rma] = [freshNo(), freshNo('RMA')]
  await customer.call(predictedReturnList.endpoints.add, {
    trackNo: no,
    rma,
    depotId: await world().depotId('FRA1'),
    goods: 'ABC-1*2 [SN1 SN2]\nABC-2',
  })
  const mine = async () =>
    (await customer.call(returnTracks.list, { pool: 'my', find: no })).records
  expect(await mine()).toMatchObject([{ state: '0', trackNo: no }])
  expect(await scanIn(world(), no)).toMatchObject({ code: 200, result: { state: 30, score: 100 } })
  expect(await mine()).toMatchObject([{ state: '30', place: 'R-01' }])
  // By the return number alone it is found just as well.
  const other = freshNo('RMA')
  await customer.call(predictedReturnList.endpoints.add, {
    rma: other,
    depotId: await world().depotId('FRA1'),
  })
  expect(await scanIn(world(), other)).toMatchObject({ code: 200, result: { state: 30 } })
})

test('matched by its return number a box ends the waiting for its announced one; undone, it is awaited', async () => {
  const customer = await world().as('customer')
  const [announced, rma] = [freshNo(), freshNo('RMA')]
  await customer.call(predictedReturnList.endpoints.add, {
    trackNo: announced,
    rma,
    depotId: await world().depotId('FRA1'),
  })
  const waiting = async () => {
    const { records } = await customer.call(returnTracks.list, { pool: 'my', find: announced })
    return records.filter(({ trackNo: no }) => no === announced).map(({ state }) => state)
  }
  expect(await waiting()).toEqual(['0'])
  const { result } = await scanIn(world(), freshNo(), { senderText: `Retoure ${rma}` })
  expect(result).toMatchObject({ state: 30 })
  expect(await waiting()).toEqual(['90'])
  // By what is written on it, it is found where any number is.
  const hits = async (client: Client) =>
    (await client.call(quickSearch.quick, { q: rma }))
      .filter(({ kind }) => kind === 'return')
      .map(({ id }) => id)
  expect(await hits(customer)).toContain(result.id)
  expect(await hits(await world().as('otherCustomer'))).toEqual([])
  const boss = await world().as('manager')
  const undone = await boss.call(returnPools.undoDistribute, { ids: [result.id!], reason: 'wrong' })
  expect(undone).toMatchObject({ done: 1 })
  expect((await waiting()).toSorted()).toEqual(['0', '90'])
})

test('the fees of suggestions are named of customers in reach, of returns without an owner', async () => {
  await terms(world())
  const { db, deps, tenantId, customerId, otherCustomerId } = world()
  const id = await unconfirmed(world())
  const suggest = (to: string) =>
    db.pool.query('update return_track set suggestions = $2 where id = $1', [
      id,
      JSON.stringify([{ customerId: to, score: 80, evidence: [] }]),
    ])
  const found = await db.pool.query<{ code: string }>('select code from customer where id = $1', [
    customerId,
  ])
  const rule = { table: 'customer', field: 'code', op: '=', value: found.rows[0]!.code }
  const ctx = makeCtx({
    requestId: 'test',
    lang: 'en_US',
    log: pino({ level: 'silent' }),
    deps,
    http: null,
    executor: db.kysely,
    principal: { ...systemPrincipal(tenantId, { username: 'anna' }), rules: [rule] },
  })
  await suggest(customerId)
  expect(await distributeFees(ctx, { ids: [id] })).toMatchObject([{ net: '1.50' }])
  await suggest(otherCustomerId)
  expect(await distributeFees(ctx, { ids: [id] })).toEqual([])
  await suggest(customerId)
  await distributed(world(), id)
  expect(await distributeFees(ctx, { ids: [id] })).toEqual([])
})

test('a distribution charges once, is taken back with its fees, and leaves nothing', async () => {
  await terms(world())
  const boss = await world().as('manager')
  const id = await unconfirmed(world(), { senderText: 'c/o nobody' })
  const [before, was] = [await track(world(), id), await charged(world())]
  const named = await boss.call(returnPools.receiveFees, {
    ids: [id],
    customerId: world().customerId,
  })
  expect(named).toEqual([{ net: '1.50', gross: '1.50', currency: 'EUR' }])
  expect(await boss.call(returnPools.receiveFees, { ids: [id] })).toEqual([])
  expect(await distributed(world(), id)).toMatchObject({ done: 1 })
  expect(await charged(world())).toBe(was + 150n)
  expect(await distributed(world(), id)).toMatchObject({
    failed: 1,
    rows: [{ code: 'returns.status' }],
  })
  const customer = await world().as('customer')
  expect((await customer.call(returnTracks.queryById, { id })).fees).toMatchObject([
    { kind: 'receive', amount: '1.50', givenBackAt: null },
  ])
  const undo = () => boss.call(returnPools.undoDistribute, { ids: [id], reason: 'wrong one' })
  expect(await undo()).toMatchObject({ done: 1 })
  expect(await charged(world())).toBe(was)
  const { version: _, steps, fees, dueAt: __, ...after } = await track(world(), id)
  expect(after).toEqual(
    expect.objectContaining(
      Object.fromEntries(
        Object.entries(before).filter(
          ([key]) => !['version', 'steps', 'fees', 'dueAt', 'suggestions'].includes(key),
        ),
      ),
    ),
  )
  expect(steps.map(({ verb }) => verb)).toEqual(['scan', 'distribute', 'undoDistribute'])
  expect(fees).toMatchObject([{ givenBackAt: expect.any(String) }])
  expect((await customer.get(returnTracks.queryById.path, { id })).status).toBe(404)
  expect(await undo()).toMatchObject({ failed: 1 })
  // Given to another it is charged there; after a day nothing is taken back.
  await distributed(world(), id, world().otherCustomerId)
  expect(await charged(world(), world().otherCustomerId)).toBeGreaterThanOrEqual(150n)
  await world().db.pool.query(
    `update return_track set owned_at = owned_at - interval '25 hours' where id = $1`,
    [id],
  )
  expect(await undo()).toMatchObject({ rows: [{ code: 'returns.undoLate' }] })
})

test('the common pool shows everyone a masked row, a small photo, and a hit for the whole number', async () => {
  const no = freshNo()
  const { result } = await scanIn(world(), no, {
    senderText: 'Hans Huber 0171 5550123',
    senderPostalCode: '80331',
    goods: 'blue lamp',
  })
  const id = result.id!
  await addPhoto(world(), id)
  const boss = await world().as('manager')
  expect(await boss.call(returnPools.release, { ids: [id] })).toMatchObject({ done: 1 })
  const customer = await world().as('customer')
  const page = await customer.call(commonReturnList.endpoints.list, { pageSize: 100 })
  const row = page.records.find((one) => one.id === id)!
  expect(row).toMatchObject({
    goods: 'blue lamp',
    sender: 'H••• H•••',
    noEnd: `••••${no.slice(-2)}`,
  })
  const pool = await customer.call(returnTracks.list, { pool: 'common', pageSize: 100 })
  for (const text of [JSON.stringify(page), JSON.stringify(pool)]) {
    expect(text).not.toContain(no)
    expect(text).not.toContain('5550123')
    expect(text).not.toContain('Huber')
  }
  const find = (input: { no: string; postalCode?: string }) =>
    customer.call(commonReturns.find, input)
  expect(await find({ no })).toEqual({ id })
  expect(await find({ no: no.slice(-6), postalCode: '80331' })).toEqual({ id })
  expect(await find({ no: no.slice(-6), postalCode: '80332' })).toEqual({ id: null })
  expect(await find({ no: no.slice(-6) })).toEqual({ id: null })
  const small = await customer.get(commonReturns.photo.path, { id })
  expect(small.status).toBe(200)
  expect(
    (await customer.get('/sys/file/list', { ownerKind: 'return_track', ownerId: id })).success,
  ).toBe(false)
  expect((await customer.get(returnTracks.queryById.path, { id })).status).toBe(404)
  expect((await customer.get(returnTracks.list.path, { pool: 'unconfirmed' })).status).toBe(403)
  expect(await boss.call(returnPools.withdraw, { ids: [id], reason: 'found' })).toMatchObject({
    done: 1,
  })
  expect((await customer.get(commonReturns.photo.path, { id })).status).toBe(404)
  expect(await find({ no })).toEqual({ id: null })
})

test('who only guesses numbers has to wait', async () => {
  const customer = await world().as('sub')
  const guess = (at: number) => customer.post(commonReturns.find.path, { no: `GUESS${at}` })
  for (let at = 0; at < 20; at++) expect((await guess(at)).success).toBe(true)
  expect(await guess(20)).toMatchObject({ success: false, error: 'returns.searchLater' })
})

test('the same number again asks whether it is the same box', async () => {
  const no = freshNo()
  const { result } = await scanIn(world(), no)
  const boss = await world().as('manager')
  await boss.call(returnPools.refuse, { ids: [result.id!], reason: 'postage due' })
  expect((await track(world(), result.id!)).state).toBe(RETURN.REJECTED)
  expect(await scanIn(world(), no)).toMatchObject({
    success: false,
    result: { id: null, known: { no: result.no } },
  })
  const again = await scanIn(world(), no, { again: true })
  expect((await track(world(), again.result.id!)).previousNo).toBe(result.no)
})

test('a receiving is taken back by who did it', async () => {
  const no = freshNo()
  const { result } = await scanIn(world(), no)
  const clerk = await world().as('warehouse')
  const { rows: recent, today } = await clerk.call(returnStation.recent, {})
  expect(recent[0]).toMatchObject({ id: result.id, mayUndo: true })
  const earlier = await scanIn(world(), freshNo())
  expect((await clerk.call(returnStation.recent, {})).today).toBe(today + 1)
  await world().db.pool.query(
    `update return_track set arrived_at = now() - interval '2 days' where id = $1`,
    [earlier.result.id],
  )
  expect((await clerk.call(returnStation.recent, {})).today).toBe(today)
  expect(await clerk.call(returnStation.undoScan, { id: result.id! })).toEqual({ no: result.no })
  expect((await clerk.get(returnTracks.queryById.path, { id: result.id! })).status).toBe(404)
  expect((await scanIn(world(), no)).result.no).not.toBe(result.no)
})

test('the receiving of an announced box is taken back, and the box is awaited again', async () => {
  const customer = await world().as('customer')
  await terms(world())
  const no = freshNo()
  await customer.call(predictedReturnList.endpoints.add, {
    trackNo: no,
    depotId: await world().depotId('FRA1'),
  })
  const before = await charged(world())
  const { result } = await scanIn(world(), no, { weightKg: '2' })
  expect(await charged(world())).toBeGreaterThan(before)
  const keeper = await world().as('warehouse')
  const { rows: recent } = await keeper.call(returnStation.recent, {
    depotId: await world().depotId('FRA1'),
  })
  expect(recent[0]).toMatchObject({ id: result.id, mayUndo: true })
  const other = await (
    await world().as('manager')
  ).post(returnStation.undoScan.path, { id: result.id })
  expect(other).toMatchObject({ success: false, error: 'scan.notYours' })
  await keeper.call(returnStation.undoScan, { id: result.id! })
  expect(await charged(world())).toBe(before)
  const { records } = await customer.call(returnTracks.list, { pool: 'my', find: no })
  expect(records).toMatchObject([{ state: '0', place: null, weight: null, arrivedAt: null }])
  expect(await scanIn(world(), no)).toMatchObject({ code: 200, result: { id: result.id } })
})

test('what its owner decided meanwhile, or two came into question for, offers no undo', async () => {
  const customer = await world().as('customer')
  const depotId = await world().depotId('FRA1')
  const keeper = await world().as('warehouse')
  const offered = async (id: string) => {
    const { rows: recent } = await keeper.call(returnStation.recent, { depotId })
    const row = recent.find((one) => one.id === id)!
    const undone = await keeper.post(returnStation.undoScan.path, { id })
    return [row.mayUndo, undone.success]
  }
  const announce = async (by: Client, more: object = {}) => {
    const no = freshNo()
    await by.call(predictedReturnList.endpoints.add, { trackNo: no, depotId, ...more })
    return no
  }
  const decided = await scanIn(world(), await announce(customer))
  await customer.call(returnTracks.instruct, { ids: [decided.result.id!], action: 'relabel' })
  expect(await offered(decided.result.id!)).toEqual([false, false])
  const rma = freshNo('RMA')
  await announce(await world().as('otherCustomer'), { rma })
  const doubtful = await scanIn(world(), await announce(customer), { senderText: rma })
  expect(await track(world(), doubtful.result.id!)).toMatchObject({ customerName: null })
  expect(await offered(doubtful.result.id!)).toEqual([false, false])
})

test('boxes count by person and hour until they are taken back; others are for who leads', async () => {
  const depotId = await world().depotId('FRA1')
  const [keeper, boss] = [await world().as('warehouse'), await world().as('manager')]
  const totals = async (client: Client) => {
    const { today, hours } = await client.call(returnStation.recent, { depotId })
    const of = new Map(hours.people.map(({ username, total }) => [username, total]))
    return { today, keeper: of.get(world().username('warehouse')) ?? 0, people: of.size }
  }
  const before = await totals(keeper)
  expect(before.today).toBe(before.keeper)
  const { result } = await scanIn(world(), freshNo())
  expect(await totals(keeper)).toEqual({
    today: before.today + 1,
    keeper: before.keeper + 1,
    people: 1,
  })
  expect(await totals(boss)).toMatchObject({ keeper: before.keeper + 1 })
  // Without a depot the clock is that of the caller's own.
  const hoursOf = async (more: { depotId?: string }) =>
    (await keeper.call(returnStation.recent, more)).hours.hours
  expect(await hoursOf({})).toEqual(await hoursOf({ depotId }))
  await keeper.call(returnStation.undoScan, { id: result.id! })
  expect(await totals(keeper)).toMatchObject({ today: before.today, keeper: before.keeper })
  const other = await (await world().otherTenantUser()).get(returnStation.recent.path, { depotId })
  expect(JSON.stringify(other.result)).not.toContain(world().username('warehouse'))
})
