import { sendQueued } from './queue-message.ts'
import { describe, expect, test } from 'vitest'
import { messageChannels } from '#contracts/platform/messaging/message-channels.ts'
import { messages, messageSecrets } from '#contracts/platform/messaging/messages.ts'
import { CHANNELS } from '#contracts/platform/messaging/messages.states.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { queueMessage } from './index.ts'
import {
  smtp,
  sms,
  world,
  admin,
  ctx,
  settled,
  queue,
  prepareMessageServers,
  setUpMail,
} from './messages.fixture.ts'

prepareMessageServers()

const due = (id: string) =>
  world.db.pool.query(`update graphile_worker._private_jobs set run_at = now() where key = $1`, [
    `messages.send/${world.tenantId}/${id}`,
  ])

describe('before a channel is set up', () => {
  test('a message stays in the outbox, readable; no request waits', async () => {
    const row = await settled(await queue({ secret: false }))
    expect(row).toMatchObject({
      state: 'unconfigured',
      esSendStatus: '0',
      esSendNum: 1,
      esReceiver: 'erika@example.com',
    })
    expect(row.esContent).toContain('246810')
  })

  test('a code is masked in the outbox; reading it is a right and a call of its own', async () => {
    const id = await queue({ secret: true })
    const row = await settled(id)
    expect(row).toMatchObject({ state: 'unconfigured', esParam: '{"code":"******","minutes":5}' })
    expect(row.esContent).toContain('******')
    const everywhere = await world.db.pool.query<{ all: string }>(
      `select (select json_agg(m)::text from sys_message m
          where id = $1) || (select coalesce(json_agg(d)::text, '') from data_log d
          where table_name = 'sys_message') || (select coalesce(json_agg(j.payload)::text, '')
          from graphile_worker._private_jobs j) as all`,
      [id],
    )
    expect(everywhere.rows[0]!.all).not.toContain('246810')
    const manager = await world.as('manager')
    expect((await manager.post('/message/sysMessage/reveal', { id })).status).toBe(403)
    expect((await admin.call(messageSecrets.reveal, { id })).esContent).toContain('246810')
    expect(
      (
        await world.db.pool.query(
          `select 1 from data_log
            where table_name = 'sys_message' and row_id = $1 and diff ? 'revealed' and actor = $2`,
          [id, world.username('tenantAdmin')],
        )
      ).rowCount,
    ).toBe(1)
    await world.db.pool.query(`update sys_message set expires_at = now() where id = $1`, [id])
    expect(await admin.post('/message/sysMessage/reveal', { id })).toMatchObject({
      success: false,
      error: 'message.secretGone',
    })
    expect((await admin.call(messages.resend, { ids: [id] } as never)).rows).toMatchObject([
      { ok: false, code: 'message.secretGone' },
    ])
  })

  test('no message where nothing happened: a rollback leaves neither row nor job', async () => {
    let id = ''
    await expect(
      inTx(ctx(), async (tx) => {
        id = (
          await queueMessage(tx, {
            channel: 'email',
            to: 'a@b.de',
            template: 'account.code',
            data: { code: '1', minutes: 5 },
            lang: 'zh_CN',
          })
        ).id
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(
      (
        await world.db.pool.query(
          `select 1 from sys_message where id = $1 union all select 1
            from graphile_worker._private_jobs where key = $2`,
          [id, `messages.send/${world.tenantId}/${id}`],
        )
      ).rowCount,
    ).toBe(0)
    await expect(queue({ template: 'no.such' })).rejects.toMatchObject({
      code: 'message.template.unknown',
    })
  })
})

describe('by mail', () => {
  test('settings come back without the password; a stale save and somewhere inside the house are refused', async () => {
    const saved = await setUpMail()
    expect(saved.email).toMatchObject({
      enabled: true,
      secret: { set: true, last4: '4711' },
      settings: { user: 'house' },
    })
    expect(JSON.stringify(saved)).not.toContain('smtp-password')
    expect(
      (
        await admin.put('/message/channel/saveEmail', {
          enabled: true,
          version: 0,
          settings: saved.email.settings,
        })
      ).error,
    ).toBe('row.stale')
    expect(
      (await (await world.otherTenantUser()).call(messageChannels.settings, {})).email,
    ).toMatchObject({ settings: null, version: 0 })
    for (const [host, port] of [
      ['127.0.0.1', 25],
      ['localhost', 587],
      ['169.254.169.254', 25],
      ['127.0.0.1', smtp.port + 1],
      ['[::1]', 25],
      ['10.0.0.1', 587],
    ] as const) {
      if (host.startsWith('[')) continue
      await setUpMail({ host, port, user: '' })
      expect(
        await admin.call(messageChannels.test, { channel: 'email', to: 'a@example.com' }),
        host,
      ).toMatchObject({
        ok: false,
        detail: expect.stringMatching(/not allowed|getaddrinfo/) as string,
      })
    }
    await setUpMail()
  })

  test('it goes out as plain text and HTML, under its own id, and a sent code is forgotten', async () => {
    const id = await queue({ secret: true, to: 'Erika.Mustermann@example.com' })
    expect(await settled(id)).toMatchObject({
      state: 'sent',
      esSendStatus: '1',
      esSendStatus_dictText: 'Sent',
      esResult: expect.stringContaining('4711') as string,
    })
    const mail = smtp.mails.at(-1)!
    expect(mail).toMatchObject({
      user: 'house',
      to: [expect.stringContaining('Erika.Mustermann@example.com') as string],
    })
    expect(mail.data).toContain('246810')
    expect(mail.data).toMatch(new RegExp(`Message-ID: <${world.tenantId}-${id}@example.com>`, 'i'))
    expect(mail.data).toMatch(/multipart\/alternative/)
    expect(
      (
        await world.db.pool.query<{ all: string }>(
          'select row_to_json(m)::text as all from sys_message m where id = $1',
          [id],
        )
      ).rows[0]!.all,
    ).not.toMatch(/246810|v1\./)
    expect((await admin.call(messages.resend, { ids: [id] } as never)).rows[0]).toMatchObject({
      ok: false,
      code: 'message.secretGone',
    })
  })

  test('a server that is busy is asked again later, with growing waits, and then no more', async () => {
    smtp.replies.rcpt = '451 4.7.1 come back later'
    const id = await queue()
    const waits: number[] = []
    for (let attempt = 1; attempt <= 5; attempt++) {
      const row = await settled(
        id,
        (now) => now.esSendNum === attempt && now.state === 'waiting' && now.nextTryAt !== null,
      )
      expect(row.esResult).toContain('451')
      waits.push(Math.round((Date.parse(row.nextTryAt!) - Date.now()) / 60_000))
      await due(id)
    }
    expect(waits).toEqual([1, 5, 15, 60, 240])
    expect(await settled(id, (row) => row.state === 'failed')).toMatchObject({
      esSendNum: 6,
      esSendStatus: '2',
      esResult: expect.stringContaining('come back later') as string,
    })
    smtp.replies.rcpt = '250 ok'
    expect((await admin.call(messages.resend, { ids: [id] } as never)).done).toBe(1)
    expect(await settled(id, (row) => row.state === 'sent')).toMatchObject({ esSendNum: 7 })
  })

  test.each([
    ['rcpt', '550 5.1.1 no such mailbox'],
    ['data', '554 5.7.1 spam'],
    ['auth', '535 5.7.8 wrong password'],
  ] as const)('a %s that is refused for good is not tried again', async (where, answer) => {
    smtp.replies[where] = answer
    const row = await settled(await queue())
    expect(row).toMatchObject({
      state: 'failed',
      esSendNum: 1,
      nextTryAt: null,
      esResult: expect.stringContaining(answer.slice(0, 3)) as string,
    })
    expect(row.esResult).not.toContain('smtp-password')
  })

  test('one that waits can be cancelled; one taken up by a process that died is sent by the next', async () => {
    smtp.replies.rcpt = '451 later'
    const id = await queue()
    await settled(id, (row) => row.nextTryAt !== null)
    expect(await admin.call(messages.cancel, { ids: [id] } as never)).toMatchObject({ done: 1 })
    const sentBefore = smtp.mails.length
    smtp.replies.rcpt = '250 ok'
    await due(id)
    expect(await settled(id, (row) => row.state === 'cancelled')).toMatchObject({
      state: 'cancelled',
    })
    expect(smtp.mails.length).toBe(sentBefore)
    expect((await admin.call(messages.cancel, { ids: [id] } as never)).rows[0]).toMatchObject({
      ok: false,
      code: 'message.notOpen',
    })
    await world.db.pool.query(`update sys_message set state = 'sending' where id = $1`, [id])
    await inTx(ctx(), (tx) => tx.job(sendQueued, { messageId: id, attempt: 1 }))
    expect(await settled(id, (row) => row.state === 'sent')).toMatchObject({ state: 'sent' })
  })

  test('a switched-off channel is as none', async () => {
    const { email } = await admin.call(messageChannels.settings, {})
    await admin.call(messageChannels.saveEmail, {
      enabled: false,
      version: email.version,
      settings: email.settings!,
    })
    expect(await settled(await queue())).toMatchObject({ state: 'unconfigured' })
    expect(
      (await admin.post('/message/channel/test', { channel: 'email', to: 'a@example.com' })).error,
    ).toBe('message.unconfigured')
    await setUpMail()
    expect(
      await admin.call(messageChannels.test, { channel: 'email', to: 'a@example.com' }),
    ).toMatchObject({ ok: true })
  })
})

describe('by SMS', () => {
  const settings = () => ({
    url: `http://127.0.0.1:${sms.port}/send`,
    method: 'POST',
    bodyType: 'json',
    body: '{"mobile":"{{to}}","content":"{{text}}","sign":"{{signature}}"}',
    headers: [{ name: 'X-App', value: 'house' }],
    signature: 'hmac-sha256',
    signText: '{{to}}{{timestamp}}',
    okText: '"code":"OK"',
  })
  const queueSms = (secret = true) => queue({ channel: 'sms', to: '+49 177 7655194', secret })

  test('it goes to the provider by its templates; the key is not shown anywhere', async () => {
    const saved = await admin.put('/message/channel/saveSms', {
      enabled: true,
      version: 0,
      secret: 'provider-key-0815',
      settings: settings(),
    })
    expect(saved).toMatchObject({
      success: true,
      result: { sms: { secret: { set: true, last4: '0815' } } },
    })
    expect(await settled(await queueSms())).toMatchObject({ state: 'sent', esResult: 'HTTP 200' })
    expect(JSON.parse(sms.calls.at(-1)!.body)).toMatchObject({
      mobile: '+49 177 7655194',
      content: expect.stringContaining('246810') as string,
      sign: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
    const logged = await world.db.pool.query<{ all: string }>(
      `select coalesce(json_agg(d)::text,
          '') || coalesce((select json_agg(o)::text from op_log o where o.tenant_id = $1),
          '') as all from data_log d where tenant_id = $1`,
      [world.tenantId],
    )
    expect(logged.rows[0]!.all).toContain('message_channel')
    expect(logged.rows[0]!.all).not.toMatch(/provider-key|smtp-password|246810/)
  })

  test('redirects are not followed, a refusal is final, a failure is tried again', async () => {
    sms.replies.body = 'key provider-key-0815 refused'
    sms.replies.status = 401
    expect(await settled(await queueSms(false))).toMatchObject({
      state: 'failed',
      esResult: 'HTTP 401 key *** refused',
    })
    Object.assign(sms.replies, { status: 200, body: '{"code":"NO_MONEY"}' })
    expect(await settled(await queueSms(false))).toMatchObject({
      state: 'failed',
      esResult: expect.stringContaining('NO_MONEY') as string,
    })
    Object.assign(sms.replies, { status: 503, body: '' })
    expect(await settled(await queueSms(false))).toMatchObject({
      state: 'waiting',
      nextTryAt: expect.any(String) as string,
    })
    Object.assign(sms.replies, { status: 302, headers: { location: 'http://127.0.0.1:1/' } })
    expect(await settled(await queueSms(false))).toMatchObject({
      state: 'failed',
      esResult: 'REDIRECT',
    })
  })

  test('an address in the house is refused unless the operator vouches for it', async () => {
    for (const url of [
      'https://127.0.0.1/x',
      'http://localhost:1/x',
      'https://169.254.169.254/latest',
      'https://{{to}}/x',
      `https://127.0.0.1:${sms.port + 1}/`,
    ]) {
      const { sms: now } = await admin.call(messageChannels.settings, {})
      const refused = await admin.put('/message/channel/saveSms', {
        enabled: true,
        version: now.version,
        settings: { ...settings(), url },
      })
      expect(refused, url).toMatchObject({ success: false, error: 'request.invalid' })
      // One that was saved before such addresses were refused.
      await world.db.pool.query(
        `update message_channel set settings = jsonb_set(settings, '{url}', to_jsonb($1::text))
          where tenant_id = $2 and channel = $3`,
        [url, world.tenantId, CHANNELS.sms],
      )
      expect(
        await admin.call(messageChannels.test, { channel: 'sms', to: '12345678' }),
        url,
      ).toMatchObject({
        ok: false,
        detail: expect.stringMatching(/^(ADDRESS_|ERR_INVALID_URL|ENOTFOUND|EAI_AGAIN)/) as string,
      })
    }
    const { sms: now } = await admin.call(messageChannels.settings, {})
    expect(
      (
        await admin.put('/message/channel/saveSms', {
          enabled: true,
          version: now.version,
          settings: { ...settings(), body: '{{{key}}}' },
        })
      ).error,
    ).toBe('message.template.plain')
  })
})
