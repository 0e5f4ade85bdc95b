import { sendQueued } from './queue-message.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import pino from 'pino'
import { messageChannels } from '#contracts/platform/message-channels.ts'
import { messageTemplates, templateCalls } from '#contracts/platform/message-templates.ts'
import { messages } from '#contracts/platform/messages.ts'
import { makeCtx, systemPrincipal } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { openWorld, type Client, type World } from '#test/harness.ts'
import { ownDatabase } from '#test/own-database.ts'
import { queueMessage } from './index.ts'
import { smsServer, smtpServer } from './fake-servers.fixture.ts'

let smtp: Awaited<ReturnType<typeof smtpServer>>
let sms: Awaited<ReturnType<typeof smsServer>>
let world: World
let admin: Client
beforeAll(async () => {
  ;[smtp, sms] = await Promise.all([smtpServer(), smsServer()])
  // Workers of other suites would send our messages by their own rules.
  world = await openWorld({
    databaseUrl: await ownDatabase(),
    outboundAllow: [`127.0.0.1:${smtp.port}`, `127.0.0.1:${sms.port}`],
  })
  admin = await world.as('tenantAdmin')
}, 120_000)
afterAll(async () => {
  await world.close()
  await Promise.all([smtp.close(), sms.close()])
})
beforeEach(() => {
  Object.assign(smtp.say, {
    rcpt: '250 ok',
    data: '250 2.0.0 taken as 4711',
    auth: '235 welcome',
    greet: '220 stand-in',
  })
  Object.assign(sms.say, { status: 200, body: '{"code":"OK"}', headers: {} })
})

interface Row {
  id: string
  state: string
  version: number
  esResult: string | null
  esContent: string
  esParam: string
  esSendNum: number
  esSendStatus: string
  esSendStatus_dictText: string
  nextTryAt: string | null
  esReceiver: string
}
const ctx = () =>
  makeCtx({
    requestId: 'test-msg',
    lang: 'en_US',
    log: pino({ level: 'silent' }),
    http: null,
    executor: world.db.kysely,
    principal: systemPrincipal(world.tenantId, { username: 'tester' }),
  })
const read = async (id: string, client = admin) =>
  (await client.get('/message/sysMessage/queryById', { id })).result as Row
/** The row, once no job works on it any more. */
async function settled(
  id: string,
  requested: (row: Row) => boolean = (row) =>
    !['waiting', 'sending'].includes(row.state) || row.nextTryAt !== null,
): Promise<Row> {
  for (;;) {
    const row = await read(id)
    if (requested(row)) return row
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
const queue = (requested: Partial<Parameters<typeof queueMessage>[1]> = {}) =>
  inTx(ctx(), (tx) =>
    queueMessage(tx, {
      channel: 'email',
      to: 'erika@example.com',
      template: 'account.code',
      data: { code: '246810', minutes: 5 },
      lang: 'en_US',
      ...requested,
    }),
  ).then(({ id }) => id)
const due = (id: string) =>
  world.db.pool.query(`update graphile_worker._private_jobs set run_at = now() where key = $1`, [
    `messages.send/${world.tenantId}/${id}`,
  ])

async function setUpMail(
  change: Record<string, unknown> = {},
  secret: string | null = 'smtp-password-4711',
) {
  const { email } = await admin.call(messageChannels.settings, {})
  return admin.call(messageChannels.saveEmail, {
    enabled: true,
    version: email.version,
    secret,
    settings: {
      host: '127.0.0.1',
      port: smtp.port,
      security: 'none',
      user: 'house',
      fromAddress: 'house@example.com',
      fromName: 'Häuschen',
      ...change,
    } as never,
  })
}

describe('before a channel is set up', () => {
  test('a message stays in the outbox, readable; nobody is left waiting', async () => {
    const row = await settled(await queue({ secret: false }))
    expect(row).toMatchObject({
      state: 'unconfigured',
      esSendStatus: '0',
      esSendNum: 1,
      esReceiver: 'erika@example.com',
    })
    expect(row.esContent).toContain('246810')
  })

  test('a code is stars wherever the outbox is read; its true words are an act of its own, for whom it is granted', async () => {
    const id = await queue({ secret: true })
    const row = await settled(id)
    expect(row).toMatchObject({ state: 'unconfigured', esParam: '{"code":"******","minutes":5}' })
    expect(row.esContent).toContain('******')
    const everywhere = await world.db.pool.query<{ all: string }>(
      `select (select json_agg(m)::text from sys_message m where id = $1) || (select coalesce(json_agg(d)::text, '') from data_log d where table_name = 'sys_message') || (select coalesce(json_agg(j.payload)::text, '') from graphile_worker._private_jobs j) as all`,
      [id],
    )
    expect(everywhere.rows[0]!.all).not.toContain('246810')
    expect((await admin.post('/message/sysMessage/reveal', { id })).status).toBe(403)
    await world.db.pool.query(
      `insert into sys_role_permission (tenant_id, role_id, permission_id) select r.tenant_id, r.id, p.id from sys_role r, sys_permission p where r.tenant_id = $1 and r.role_code = 'finance' and p.perms = 'sys:msg:secret' on conflict do nothing`,
      [world.tenantId],
    )
    const trusted = await world.as('finance')
    expect((await trusted.call(messages.reveal, { id })).esContent).toContain('246810')
    expect(
      (
        await world.db.pool.query(
          `select 1 from data_log where table_name = 'sys_message' and row_id = $1 and diff ? 'revealed' and actor = $2`,
          [id, world.username('finance')],
        )
      ).rowCount,
    ).toBe(1)
    await world.db.pool.query(`update sys_message set expires_at = now() where id = $1`, [id])
    expect(await trusted.post('/message/sysMessage/reveal', { id })).toMatchObject({
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
          `select 1 from sys_message where id = $1 union all select 1 from graphile_worker._private_jobs where key = $2`,
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
    smtp.say.rcpt = '451 4.7.1 come back later'
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
    smtp.say.rcpt = '250 ok'
    expect((await admin.call(messages.resend, { ids: [id] } as never)).done).toBe(1)
    expect(await settled(id, (row) => row.state === 'sent')).toMatchObject({ esSendNum: 7 })
  }, 30_000)

  test.each([
    ['rcpt', '550 5.1.1 no such mailbox'],
    ['data', '554 5.7.1 spam'],
    ['auth', '535 5.7.8 wrong password'],
  ] as const)('a %s that is refused for good is not tried again', async (where, answer) => {
    smtp.say[where] = answer
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
    smtp.say.rcpt = '451 later'
    const id = await queue()
    await settled(id, (row) => row.nextTryAt !== null)
    expect(await admin.call(messages.cancel, { ids: [id] } as never)).toMatchObject({ done: 1 })
    const sentBefore = smtp.mails.length
    smtp.say.rcpt = '250 ok'
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

  test('it goes to the provider as its templates say; the key is nowhere to be read', async () => {
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
      `select coalesce(json_agg(d)::text, '') || coalesce((select json_agg(o)::text from op_log o where o.tenant_id = $1), '') as all from data_log d where tenant_id = $1`,
      [world.tenantId],
    )
    expect(logged.rows[0]!.all).toContain('message_channel')
    expect(logged.rows[0]!.all).not.toMatch(/provider-key|smtp-password|246810/)
  })

  test('a redirect leads nowhere, a refusal is final, a failure is tried again, and an answer that is no success is none', async () => {
    sms.say.body = 'key provider-key-0815 refused'
    sms.say.status = 401
    expect(await settled(await queueSms(false))).toMatchObject({
      state: 'failed',
      esResult: 'HTTP 401 key *** refused',
    })
    Object.assign(sms.say, { status: 200, body: '{"code":"NO_MONEY"}' })
    expect(await settled(await queueSms(false))).toMatchObject({
      state: 'failed',
      esResult: expect.stringContaining('NO_MONEY') as string,
    })
    Object.assign(sms.say, { status: 503, body: '' })
    expect(await settled(await queueSms(false))).toMatchObject({
      state: 'waiting',
      nextTryAt: expect.any(String) as string,
    })
    Object.assign(sms.say, { status: 302, headers: { location: 'http://127.0.0.1:1/' } })
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
      await admin.call(messageChannels.saveSms, {
        enabled: true,
        version: now.version,
        settings: { ...settings(), url } as never,
      })
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

describe('templates', () => {
  const draft = (change: Record<string, unknown> = {}) => ({
    templateCode: 'account.code',
    templateName: 'Our code',
    templateType: '2',
    subject: '{{code}} is yours',
    templateContent: '<p>码 {{code}}</p>',
    subjectEn: 'Yours',
    templateContentEn: '<p>Own words: {{code}}</p><script>x</script>',
    templateTestJson: '{"code":"1"}',
    enabled: true,
    ...change,
  })

  test('of the tenant go before the product’s, in the language asked for, and are cleaned', async () => {
    const made = await admin.call(messageTemplates.endpoints.add, draft())
    expect(made.templateContentEn).toBe('<p>Own words: {{code}}</p>')
    await settled(await queue())
    expect(smtp.mails.at(-1)!.data).toContain('Own words: 246810')
    const [code] = (await admin.call(templateCalls.builtIn, {})).filter(
      ({ code: one }) => one === 'account.code',
    )
    expect(code).toMatchObject({
      params: ['code', 'minutes'],
      channels: [
        { templateType: '2', overridden: true },
        { templateType: '1', overridden: false },
      ],
    })
    for (const [field, text, error] of [
      ['templateContent', '{{{x}}}', 'message.template.plain'],
      ['subject', '{{#a}}', 'message.template.syntax'],
      ['templateTestJson', '{', 'message.badJson'],
    ]) {
      const refused = await admin.post(
        '/message/sysMessageTemplate/add',
        draft({ templateCode: 'other', [field!]: text }),
      )
      expect((refused.result as { issues: unknown[] }).issues).toEqual([
        expect.objectContaining({ path: field, code: error }),
      ])
    }
    await admin.delete('/message/sysMessageTemplate/delete', { id: made.id })
  })

  test('sendMsg puts one out, in the family’s words', async () => {
    admin.lang = 'zh_CN'
    const send = (body: Record<string, unknown>) =>
      admin.post('/message/sysMessageTemplate/sendMsg', {
        msgType: '2',
        receiver: 'a@example.com',
        templateCode: 'account.code',
        testData: '{"code":"9","minutes":1}',
        ...body,
      })
    const sent = await send({})
    expect(sent).toMatchObject({ success: true, message: '发送消息任务添加成功！' })
    expect(await send({ testData: '{"code":' })).toMatchObject({
      success: false,
      code: 422,
      message: '解析Json出错！',
    })
    expect(await send({ templateCode: 'nope' })).toMatchObject({
      success: false,
      message: expect.stringContaining('失败！') as string,
    })
    expect(await send({ receiver: 'a@example.com, b@example.com' })).toMatchObject({
      success: false,
      code: 400,
    })
    expect((await settled((sent.result as { id: string }).id)).esContent).toContain('9')
    admin.lang = 'en_US'
  })

  test('a preview is what would go out, and names what is missing', async () => {
    expect(
      await admin.call(templateCalls.preview, {
        templateType: '2',
        subject: 'S {{a}}',
        templateContent: '<p onclick="x">{{a}} {{b}}</p>',
        testData: '{"a":"<i>"}',
      }),
    ).toEqual({
      subject: 'S <i>',
      content: '<p>&lt;i&gt; </p>',
      html: true,
      params: ['a', 'b'],
      missing: ['b'],
    })
  })
})

describe('the outbox', () => {
  test('takes a message in one’s own words, has it corrected and sent, and deletes what is over', async () => {
    smtp.say.rcpt = '550 no'
    const { id } = await admin.call(messages.add, {
      esType: '2',
      esReceiver: 'x@example.com',
      esTitle: 'Hello',
      esContent: 'By hand',
    })
    const failed = await settled(id)
    expect(failed.state).toBe('failed')
    smtp.say.rcpt = '250 ok'
    expect(
      (
        await admin.put('/message/sysMessage/edit', {
          id,
          version: 1,
          esReceiver: 'y@example.com',
          esContent: 'x',
        })
      ).error,
    ).toBe('row.stale')
    await admin.call(messages.edit, {
      id,
      version: failed.version,
      esReceiver: 'y@example.com',
      esTitle: 'Hello',
      esContent: 'Corrected',
    })
    expect(await settled(id)).toMatchObject({ state: 'sent', esReceiver: 'y@example.com' })
    expect(smtp.mails.at(-1)!.data).toContain('Corrected')
    expect(await admin.call(messages.deleteBatch, { ids: [id] } as never)).toMatchObject({
      done: 1,
    })
    expect((await admin.get('/message/sysMessage/queryById', { id })).status).toBe(404)
  })

  test('is its tenant’s alone', async () => {
    const id = await queue()
    await settled(id)
    const stranger = await world.otherTenantUser()
    expect((await stranger.get('/message/sysMessage/queryById', { id })).status).toBe(404)
    expect((await stranger.call(messages.resend, { ids: [id] } as never)).rows[0]).toMatchObject({
      ok: false,
      code: 'row.missing',
    })
    expect((await stranger.call(messages.cancel, { ids: [id] } as never)).rows[0]).toMatchObject({
      ok: false,
      code: 'row.missing',
    })
    expect((await stranger.delete('/message/sysMessage/delete', { id })).status).toBe(404)
    expect(
      (
        await stranger.put('/message/sysMessage/edit', {
          id,
          version: 1,
          esReceiver: 'x@y.de',
          esContent: 'x',
        })
      ).status,
    ).toBe(404)
    expect((await stranger.get('/message/sysMessage/list')).result).toMatchObject({ total: 0 })
    expect(
      (
        await admin.get('/message/sysMessage/list', {
          state_MultiString: 'sent',
          esReceiver: '*ERIKA*',
        })
      ).success,
    ).toBe(true)
    expect((await admin.get('/message/sysMessage/exportXls')).bytes.subarray(0, 2).toString()).toBe(
      'PK',
    )
  })

  test('on the bell needs somebody who is there', async () => {
    const reported = (to: Parameters<typeof queueMessage>[1]['to']) =>
      queue({
        channel: 'system',
        template: 'account.passwordChanged',
        to,
        data: { time: 'now', ip: '<b>1.2.3.4</b>', username: 'x' },
      })
    expect(await settled(await reported('nobody-at-all'))).toMatchObject({ state: 'failed' })
    const users = await world.db.pool.query<{ id: string }>(
      'select id from sys_user where username = $1',
      [world.username('manager')],
    )
    expect(await settled(await reported({ userIds: [users.rows[0]!.id] }))).toMatchObject({
      state: 'sent',
      esReceiver: world.username('manager'),
    })
    const box = async () =>
      (
        (await (await world.as('manager')).get('/sys/sysAnnouncementSend/getMyAnnouncementSend'))
          .result as { records: { titile: string; msgContent: string }[] }
      ).records[0]
    while (!(await box())) await new Promise((resolve) => setTimeout(resolve, 30))
    expect(await box()).toMatchObject({
      titile: 'Your password was changed',
      msgContent: expect.stringContaining('&lt;b&gt;1.2.3.4') as string,
    })
    const { id } = await admin.call(messages.add, {
      esType: '3',
      esReceiver: 'openid',
      esContent: 'WeChat has no way out',
    })
    expect(await settled(id)).toMatchObject({ state: 'unconfigured' })
  })
})
