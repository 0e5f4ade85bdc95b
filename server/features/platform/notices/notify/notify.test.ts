import { parcelTracked } from '#contracts/tracking/tracking.events.ts'
import { scheduledJobBroken } from '#contracts/platform/operations/scheduled-jobs.events.ts'
import { noticeWanted } from '#contracts/platform/messaging/notices.events.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { notices } from '#contracts/platform/messaging/notices.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { withClock } from '#server/kit/runtime/clock.ts'
import { asSystem } from '#server/kit/access/ctx.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { useWorld, type Client, type RoleCode } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { platformAdmin } from '#test/platform.ts'
import { bell, noticeAdmin } from '../notices.fixture.ts'
import { notifyTenant } from './notify-job.ts'

const world = useWorld()
const system = () => jobCtx(world().deps, world().tenantId)
const rows = async <T extends object>(text: string, values: unknown[]) =>
  (await world().db.pool.query<T>(text, values)).rows
const idOf = async (role: RoleCode) =>
  (
    await rows<{ id: string }>('select id from sys_user where username = $1', [
      world().username(role),
    ])
  )[0]!.id
const titles = async (client: Client) => (await bell(client)).sysMsgList.map(({ titile }) => titile)
beforeAll(() =>
  rows(
    `insert into user_setting (user_id, key, value) select id, 'profile.lang', '"en_US"'
      from sys_user where tenant_id = $1`,
    [world().tenantId],
  ),
)
const RULES = { rules: {}, quiet: null, digest: 'off', zone: 'Asia/Shanghai' }
const saveRules = async (client: Client, rules: object) =>
  expect((await client.put('/sys/user/notifyRules/edit', { ...RULES, ...rules })).success).toBe(
    true,
  )
const reach = async (role: RoleCode, email: string | null, phone: string | null = null) =>
  rows('update sys_user set email = $2, phone = $3 where id = $1', [await idOf(role), email, phone])
interface Mail {
  esTitle: string
  esContent: string
  templateCode: string
  esType: string
}
const sentTo = (to: string) =>
  rows<Mail>(
    `select es_title as "esTitle", es_content as "esContent", template_code as "templateCode",
        es_type as "esType" from sys_message where tenant_id = $1 and es_receiver = $2 order by id`,
    [world().tenantId, to],
  )
const known = (event: string) =>
  rows('select 1 from notify_occasion where tenant_id = $1 and event = $2', [
    world().tenantId,
    event,
  ])
/** Parcels as their carrier's news left them; what follows is reported of all of them at once. */
async function track(parcelIds: string[], status: number, sub: string): Promise<void> {
  // An earlier event that is still handled reads the new status as well.
  const before = (
    await rows('select 1 from notify_occasion where tenant_id = $1', [world().tenantId])
  ).length
  await rows(
    `update parcel set tracking_status = $2, tracking_sub = $3, last_event_at = now(),
      next_poll_at = null where id = any($1)`,
    [parcelIds, status, sub],
  )
  await inTx(system(), (tx) => tx.emit(parcelTracked, { parcelIds }))
  await expect
    .poll(
      async () =>
        (await rows('select 1 from notify_occasion where tenant_id = $1', [world().tenantId]))
          .length,
      { timeout: 90_000 },
    )
    .toBe(before + parcelIds.length)
}
const parcelsOf = async (role: RoleCode, count: number) => {
  const client = await world().as(role)
  const made: Awaited<ReturnType<typeof makeOrder>>['parcels'][number][] = []
  for (let n = 0; n < count; n++)
    made.push((await makeOrder(world(), client, { confirm: true })).parcels[0]!)
  // The event of confirming is handled later, and would set the status of a parcel.
  const reported = 'select distinct parcel_id from tracking_event where parcel_id = any($1)'
  await expect
    .poll(() => rows(reported, [made.map(({ id }) => id)]), { timeout: 90_000 })
    .toHaveLength(count)
  return made
}

describe('parcels', () => {
  let customer: Client
  let sub: Client
  beforeAll(async () => {
    ;[customer, sub] = [await world().as('customer'), await world().as('sub')]
  })

  test('are reported together, to those whose they are and no further', async () => {
    const [other, manager, warehouse] = [
      await world().as('otherCustomer'),
      await world().as('manager'),
      await world().as('warehouse'),
    ]
    await saveRules(warehouse, {
      rules: { parcelDelivered: { system: true, email: false, sms: false } },
    })
    const own = [...(await parcelsOf('customer', 2)), ...(await parcelsOf('sub', 1))]
    await rows(
      `update parcel
        set depot_id = (select id from depot where tenant_id = $1 and code <> 'FRA1' limit 1)
        where id = $2`,
      [world().tenantId, own[0]!.id],
    )
    await track(
      own.map(({ id }) => id),
      TRACK.DELIVERED,
      'to_recipient',
    )
    await notifyTenant(system())
    await expect
      .poll(() => titles(customer), { timeout: 90_000 })
      .toEqual(['3 parcels have been delivered'])
    await expect
      .poll(() => titles(sub), { timeout: 90_000 })
      .toEqual([`Parcel ${own[2]!.trackNo} has been delivered`])
    // Staff are notified where they asked for it, of their own depot's.
    await expect
      .poll(() => titles(warehouse), { timeout: 90_000 })
      .toEqual(['2 parcels have been delivered'])
    expect([await titles(other), await titles(manager)]).toEqual([[], []])
    // The same news once more is no news, nor are other words for the same.
    await rows(`update parcel set tracking_sub = 'signed' where id = $1`, [own[0]!.id])
    await inTx(system(), (tx) => tx.emit(parcelTracked, { parcelIds: own.map(({ id }) => id) }))
    const [more] = await parcelsOf('customer', 1)
    await track([more!.id], TRACK.DELIVERED, 'to_recipient')
    await notifyTenant(system())
    await expect
      .poll(() => titles(customer), { timeout: 90_000 })
      .toEqual([`Parcel ${more!.trackNo} has been delivered`, '3 parcels have been delivered'])
  })

  test('a stopped parcel is reported by mail and text message, after the quiet hours', async () => {
    const [email, phone] = [
      `c${world().tenantId}@example.com`,
      `+8613${world().tenantId.padStart(9, '7')}`,
    ]
    await reach('customer', email, phone)
    await saveRules(customer, {
      rules: { parcelException: { system: false, email: true, sms: true } },
      quiet: { from: '22:00', to: '07:00' },
    })
    const [parcel] = await parcelsOf('customer', 1)
    const night = Date.parse('2031-05-01T15:30:00Z')
    const manager = await world().as('manager')
    await rows('update parcel set parcel_status = 60 where id = $1', [parcel!.id])
    await manager.call(tracking.addEvent, {
      parcelId: parcel!.id,
      status: TRACK.EXCEPTION,
      sub: 'damaged',
      at: new Date().toISOString(),
    })
    await expect
      .poll(async () => (await known('parcelException')).length, { timeout: 90_000 })
      .toBe(1)
    await withClock(
      () => night,
      () => notifyTenant(system()),
    )
    expect(await sentTo(email)).toEqual([])
    expect(
      await rows('select distinct due_at from notify_waiting where user_id = $1', [
        await idOf('customer'),
      ]),
    ).toEqual([{ due_at: '2031-05-01T23:00:00.000Z' }])
    await withClock(
      () => night + 7 * 3_600_000,
      () => notifyTenant(system()),
    )
    expect(await sentTo(email)).toEqual([])
    await withClock(
      () => night + 7.6 * 3_600_000,
      () => notifyTenant(system()),
    )
    expect(await sentTo(email)).toMatchObject([
      {
        templateCode: 'notify.one',
        esTitle: expect.stringContaining(parcel!.trackNo!) as string,
        esType: '2',
      },
    ])
    expect(await sentTo(phone)).toMatchObject([{ templateCode: 'notify.one', esType: '1' }])
    await withClock(
      () => night + 9 * 3_600_000,
      () => notifyTenant(system()),
    )
    expect(await sentTo(email)).toHaveLength(1)
  })

  test('a digest gathers a day’s mails; switched off, what is still wanted goes out', async () => {
    const email = `d${world().tenantId}@example.com`
    await reach('sub', email)
    const requested = { system: false, email: true, sms: false }
    await saveRules(sub, {
      rules: { parcelDelivered: requested, parcelException: requested },
      digest: 'daily',
    })
    const noon = Date.parse('2031-06-01T04:00:00Z')
    const [one, two, three] = await parcelsOf('sub', 3)
    for (const [at, parcel] of [one!, two!].entries()) {
      await track([parcel.id], TRACK.DELIVERED, 'to_recipient')
      await withClock(
        () => noon + at * 3_600_000,
        () => notifyTenant(system()),
      )
    }
    await track([three!.id], TRACK.EXCEPTION, 'lost')
    await withClock(
      () => noon + 3 * 3_600_000,
      () => notifyTenant(system()),
    )
    expect(await sentTo(email)).toEqual([])
    await saveRules(sub, {
      rules: { parcelDelivered: requested, parcelException: { ...requested, email: false } },
      digest: 'daily',
    })
    await withClock(
      () => noon + 20.1 * 3_600_000,
      () => notifyTenant(system()),
    )
    const [mail, ...others] = await sentTo(email)
    expect([mail!.templateCode, others]).toEqual(['notify.several', []])
    expect([one, two, three].map((parcel) => mail!.esContent.includes(parcel!.trackNo!))).toEqual([
      true,
      true,
      false,
    ])
  })
})

test('an import that is through is reported to its sender', async () => {
  const [customer, sub] = [await world().as('customer'), await world().as('sub')]
  const head =
    'reference,service,depot,consigneeName,country,city,postalCode,street,weightKg,nameEn,quantity,unitWeightKg,unitPrice,currency\n'
  const send = (name: string, dryRun: string) =>
    customer.upload(
      '/erp/shipment/importExcel',
      name,
      `${head}X-1,NONE,FRA1,A,DE,B,94579,S 1,1,T,1,1,1,EUR\n`,
      { dryRun },
    )
  await send('trial.csv', 'true')
  await send('july.csv', 'false')
  await expect
    .poll(async () => (await titles(customer)).filter((title) => title.includes('.csv')), {
      timeout: 90_000,
    })
    .toEqual(['july.csv has been imported with errors'])
  expect((await titles(sub)).filter((title) => title.includes('.csv'))).toEqual([])
})

test('a scheduled job that failed is reported to those who manage jobs, once an hour', async () => {
  const [platform, manager] = [await platformAdmin(world(), 'jobs'), await world().as('manager')]
  // News of the installation is sent outside all tenants.
  await platform.put('/sys/selectTenant', { tenantId: '0' })
  const job = `test.gone${world().tenantId}`
  const fall = (hour: string) =>
    inTx(asSystem(system(), '0'), (tx) =>
      tx.emit(scheduledJobBroken, { jobClassName: job, runId: '1', hour }),
    )
  await fall('2031-01-01T10')
  await fall('2031-01-01T10')
  await fall('2031-01-01T11')
  await expect
    .poll(async () => (await titles(platform)).filter((title) => title.includes(job)), {
      timeout: 90_000,
    })
    .toHaveLength(2)
  expect((await titles(manager)).filter((title) => title.includes('job'))).toEqual([])
})

test('an announcement goes by mail to who wants that, unless it is taken back before', async () => {
  const [writer, service] = [await world().as('tenantAdmin'), await world().as('service')]
  const email = `s${world().tenantId}@example.com`
  await reach('service', email)
  const waiting = async () =>
    (await rows(`select 1 from notify_waiting where user_id = $1`, [await idOf('service')])).length
  const at = noticeAdmin(world(), writer)
  await saveRules(service, {
    rules: { announcement: { system: false, email: true, sms: false } },
    digest: 'weekly',
  })
  const back = await at.out({ titile: 'Taken back', msgContent: '<p>First</p>' })
  await expect.poll(waiting, { timeout: 90_000 }).toBe(1)
  await at.revoke(back.id)
  expect(await waiting()).toBe(0)
  const { id } = await at.out({
    titile: 'Closed on Monday',
    msgContent: '<p>We &amp; all<br>are <b>off</b></p>',
  })
  await expect.poll(waiting, { timeout: 90_000 }).toBe(1)
  await saveRules(service, { rules: { announcement: { system: false, email: true, sms: false } } })
  await expect
    .poll(
      async () => {
        await notifyTenant(system())
        return (await sentTo(email)).map(({ esTitle, esContent }) => [
          esTitle,
          esContent.includes('We & all\nare off'),
        ])
      },
      { timeout: 90_000 },
    )
    .toEqual([['Closed on Monday', true]])
  // The bell rings all the same: announcements cannot be silenced there.
  expect((await bell(service)).anntMsgList.map((row) => row.id)).toContain(id)
  await at.revoke(id)
})

describe('a delegate', () => {
  test('is notified on the bell as well, marked for whom; not of the account itself', async () => {
    const [admin, finance, sales] = [
      await world().as('tenantAdmin'),
      await world().as('finance'),
      await world().as('sales'),
    ]
    const set = (more: object = {}) =>
      admin.post('/sys/sysUserAgent/add', {
        userName: world().username('sales'),
        agentUserName: world().username('finance'),
        ...more,
      })
    expect((await set()).success).toBe(true)
    const span = { startTime: null, endTime: null }
    expect((await finance.get('/sys/account/standIns')).result).toEqual({
      mine: null,
      forOthers: [{ realname: 'sales', ...span }],
    })
    expect((await sales.get('/sys/account/standIns')).result).toEqual({
      mine: { realname: 'finance', ...span },
      forOthers: [],
    })
    const [salesId, financeId] = [await idOf('sales'), await idOf('finance')]
    const want = (titile: string, more: object = {}) =>
      inTx(system(), (tx) =>
        tx.emit(noticeWanted, { userIds: [salesId], titile, key: titile, ...more }),
      )
    await want('Call the customer')
    await expect
      .poll(() => titles(finance), { timeout: 90_000 })
      .toEqual(['[For sales] Call the customer'])
    expect(await titles(sales)).toEqual(['Call the customer'])
    await want('Only by mail', { onlyStandIns: true })
    await expect
      .poll(() => titles(finance), { timeout: 90_000 })
      .toEqual(['[For sales] Only by mail', '[For sales] Call the customer'])
    await want('Your password', { personal: true })
    await want('For both', { userIds: [salesId, financeId] })
    await expect
      .poll(() => titles(finance), { timeout: 90_000 })
      .toEqual(['For both', '[For sales] Only by mail', '[For sales] Call the customer'])
    await expect
      .poll(() => titles(sales), { timeout: 90_000 })
      .toEqual(expect.arrayContaining(['Your password', 'For both', 'Call the customer']))
    const chosen = await noticeAdmin(world(), admin).out({
      titile: 'To sales',
      msgType: 'USER',
      userIds: salesId,
    })
    const shown = (await bell(finance)).anntMsgList.find(({ id }) => id === chosen.id)
    expect(shown?.titile).toBe('[For sales] To sales')
    expect(
      (await finance.get('/sys/annountCement/queryById', { id: chosen.id })).result,
    ).toMatchObject({ titile: '[For sales] To sales' })
    expect(await admin.call(notices.readCounts, { ids: [chosen.id] })).toEqual({
      [chosen.id]: { read: 0, acknowledged: 0, total: 1 },
    })
    await noticeAdmin(world(), admin).revoke(chosen.id)
    expect((await bell(finance)).anntMsgList.map(({ id }) => id)).not.toContain(chosen.id)
    for (const [late, off] of [
      ['Over', { endTime: new Date(Date.now() - 60_000).toISOString() }],
      ['Not yet', { startTime: new Date(Date.now() + 3_600_000).toISOString() }],
      ['Off', { status: '0' }],
    ] as const) {
      expect((await set(off)).success).toBe(true)
      await want(late)
      await expect.poll(() => titles(sales), { timeout: 90_000 }).toContain(late)
      expect(await titles(finance)).not.toContain(`[For sales] ${late}`)
    }
  })
})
