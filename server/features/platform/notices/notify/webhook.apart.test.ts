import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { messageChannels } from '#contracts/platform/messaging/message-channels.ts'
import {
  admin,
  ctx,
  prepareMessageServers,
  read,
  settled,
  sms as hook,
  world,
} from '#server/features/platform/messages/messages.fixture.ts'
import { makeOrder } from '#test/orders.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { gatherParcels } from './gather-parcels.ts'
import { notifyRecipients } from './notify-recipients.ts'

prepareMessageServers()

const KEY = 'webhook-key-4711'
async function setUp(settings: Record<string, unknown> = {}) {
  const { webhook } = await admin.call(messageChannels.settings, {})
  return admin.put('/message/channel/saveWebhook', {
    enabled: true,
    version: webhook.version,
    secret: KEY,
    settings: {
      url: `http://127.0.0.1:${hook.port}/hooks?team=1`,
      events: ['parcelDelivered'],
      ...settings,
    },
  })
}
const notify = (event: 'parcelDelivered' | 'returnNews', subject: string) =>
  inTx(ctx(), (tx) =>
    notifyRecipients(tx, {
      event,
      subject,
      readers: [],
      wording: () => ({ title: 'A "quoted" title', text: 'two\nlines' }),
    }),
  )
const posted = async () =>
  (
    await world.db.pool.query<{ id: string }>(
      `select id from sys_message where tenant_id = $1 and es_type = '5' order by id`,
      [world.tenantId],
    )
  ).rows

describe('the webhook of a tenant', () => {
  test('nothing is posted before it is set up', async () => {
    await notify('parcelDelivered', 'before')
    expect(await posted()).toEqual([])
    expect(await admin.post('/message/channel/test', { channel: 'webhook', to: '' })).toMatchObject(
      { success: false, error: 'message.unconfigured' },
    )
  })

  test('an event it asked for is posted once, signed, under one number at every try', async () => {
    expect(await setUp()).toMatchObject({
      success: true,
      result: { webhook: { secret: { set: true, last4: '4711' } } },
    })
    hook.replies.status = 503
    await notify('returnNews', 'other')
    await notify('parcelDelivered', 'PY1')
    await notify('parcelDelivered', 'PY1')
    const [message, ...more] = await posted()
    expect(more).toEqual([])
    const row = await settled(message!.id)
    expect(row).toMatchObject({ state: 'waiting', esResult: expect.stringContaining('HTTP 503') })
    expect(row.esReceiver).toBe(`http://127.0.0.1:${hook.port}/hooks`)
    hook.replies.status = 200
    await world.db.pool.query(
      `update graphile_worker._private_jobs set run_at = now() where key = $1`,
      [`messages.send/${world.tenantId}/${message!.id}`],
    )
    await settled(message!.id, ({ state }) => state === 'sent')
    expect(await admin.post('/message/sysMessage/resend', { ids: [message!.id] })).toMatchObject({
      success: true,
    })
    await settled(message!.id, ({ state, esSendNum }) => state === 'sent' && esSendNum === 3)
    const calls = hook.calls.filter(({ url }) => url.startsWith('/hooks'))
    expect(new Set(calls.map(({ headers }) => headers['x-event-id'])).size).toBe(1)
    for (const { headers, body, method } of calls) {
      expect(method).toBe('POST')
      expect(JSON.parse(body)).toMatchObject({
        event: 'parcelDelivered',
        subject: 'PY1',
        title: 'A "quoted" title',
        text: 'two\nlines',
      })
      const signed = createHmac('sha256', KEY)
        .update(`${String(headers['x-timestamp'])}.${body}`)
        .digest('hex')
      expect(headers['x-signature']).toBe(`sha256=${signed}`)
    }
  })

  test('a template of the tenant replaces the body; one that makes no JSON is refused', async () => {
    const template = {
      templateCode: 'notify.webhook',
      templateName: 'Hook',
      templateType: '5',
      templateTestJson: '{"title":"x"}',
    }
    const refused = await admin.post('/message/sysMessageTemplate/add', {
      ...template,
      templateContent: '{"text": {{title}}}',
    })
    expect(refused).toMatchObject({ success: false })
    expect(refused.result).toMatchObject({ issues: [{ path: 'templateContent' }] })
    expect(
      await admin.post('/message/sysMessageTemplate/add', {
        ...template,
        templateContent: '{"msgtype":"text","text":{"content":"{{title}}"}}',
      }),
    ).toMatchObject({ success: true })
    await notify('parcelDelivered', 'PY2')
    await settled((await posted()).at(-1)!.id, ({ state }) => state === 'sent')
    expect(JSON.parse(hook.calls.at(-1)!.body)).toEqual({
      msgtype: 'text',
      text: { content: 'A "quoted" title' },
    })
    const sent = await admin.post('/message/sysMessageTemplate/sendMsg', {
      msgType: '5',
      receiver: 'anything',
      templateCode: 'notify.webhook',
      testData: '{"title":"trial"}',
    })
    const { id } = sent.result as { id: string }
    expect(await settled(id)).toMatchObject({
      state: 'sent',
      esReceiver: `http://127.0.0.1:${hook.port}/hooks`,
    })
    expect(
      await admin.post('/message/sysMessage/add', {
        esType: '5',
        esReceiver: 'x',
        esContent: 'no JSON',
      }),
    ).toMatchObject({ success: false })
  })

  test('gathered parcels are posted once each, with every number, also where no user reads of them', async () => {
    const before = (await posted()).length
    const made = await makeOrder(world, await world.as('customer'), { confirm: true })
    const [parcel] = made.parcels
    // No user of this tenant asked to read of them.
    await world.db.pool.query(
      `insert into user_setting (user_id, key, value)
        select id, 'notify.rules', '{"rules":{"parcelDelivered":{"system":false,"email":false,"sms":false}},"quiet":null,"digest":"off"}'
          from sys_user where tenant_id = $1 on conflict do nothing`,
      [world.tenantId],
    )
    const count = 130
    await world.db.pool.query(
      `with made as (
         insert into parcel (tenant_id, shipment_id, customer_id, service_id, depot_id, weight,
             seq, serial_number, track_no)
         select p.tenant_id, p.shipment_id, p.customer_id, p.service_id, p.depot_id, p.weight, 100 + n, 'HOOK' || n, 'HOOK' || n
           from parcel p, generate_series(1, $3) n where p.id = $2 returning tenant_id, id)
       insert into notify_occasion (tenant_id, event, subject, parcel_id)
         select tenant_id, 'parcelDelivered', id::text, id from made where tenant_id = $1`,
      [world.tenantId, parcel!.id, count],
    )
    expect(await gatherParcels(ctx())).toBe(count)
    const posts = (await posted()).slice(before)
    expect(posts).toHaveLength(2)
    const bodies = await Promise.all(
      posts.map(async ({ id }) => JSON.parse((await read(id)).esParam) as { text: string }),
    )
    const numbers = bodies.flatMap(({ text }) => text.match(/HOOK\d+/g) ?? [])
    expect(numbers).toHaveLength(count)
    expect(new Set(numbers).size).toBe(count)
    expect(await gatherParcels(ctx())).toBe(0)
    expect((await posted()).length).toBe(before + 2)
  })

  test('a test shows the answer; an address inside the network is not called', async () => {
    const trial = () => admin.post('/message/channel/test', { channel: 'webhook', to: '' })
    expect(await trial()).toMatchObject({ success: true, result: { ok: true } })
    const before = hook.calls.length
    // The key of the one address is not sent to another.
    const { webhook } = await admin.call(messageChannels.settings, {})
    const move = (url: string) =>
      admin.put('/message/channel/saveWebhook', {
        enabled: true,
        version: webhook.version,
        settings: { url, events: [] },
      })
    for (const [url, code] of [
      ['http://erp.example.com/hooks', 'message.url.scheme'],
      ['https://erp.example.com:8443/hooks', 'message.url.port'],
      ['https://me:word@erp.example.com/hooks', 'message.url.credentials'],
      ['https://169.254.169.254/latest', 'message.url.host'],
      ['https://erp example', 'message.url.broken'],
    ] as const)
      expect(await move(url)).toMatchObject({
        success: false,
        result: { issues: [{ path: 'settings.url', code }] },
      })
    const moved = await move('https://localhost/hooks')
    expect(moved).toMatchObject({ success: true, result: { webhook: { secret: { set: false } } } })
    expect(await trial()).toMatchObject({ result: { ok: false, detail: 'ADDRESS_PRIVATE' } })
    expect(hook.calls).toHaveLength(before)
    const log = await admin.get('/sys/log/list', { pageSize: 100 })
    expect(JSON.stringify(log.result)).not.toContain(KEY)
  })
})
