import { beforeAll, describe, expect, test } from 'vitest'
import {
  messageTemplateList,
  messageTemplates,
} from '#contracts/platform/messaging/message-templates.ts'
import { messages } from '#contracts/platform/messaging/messages.ts'
import type { queueMessage } from './index.ts'
import {
  smtp,
  world,
  admin,
  settled,
  queue,
  prepareMessageServers,
  setUpMail,
} from './messages.fixture.ts'

prepareMessageServers()
beforeAll(async () => {
  await setUpMail()
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
    const made = await admin.call(messageTemplateList.endpoints.add, draft())
    expect(made.templateContentEn).toBe('<p>Own words: {{code}}</p>')
    await settled(await queue())
    expect(smtp.mails.at(-1)!.data).toContain('Own words: 246810')
    const [code] = (await admin.call(messageTemplates.builtIn, {})).filter(
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
      await admin.call(messageTemplates.preview, {
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
  test('takes a message of the user’s own words, has it corrected and sent, and deletes what is over', async () => {
    smtp.replies.rcpt = '550 no'
    const { id } = await admin.call(messages.add, {
      esType: '2',
      esReceiver: 'x@example.com',
      esTitle: 'Hello',
      esContent: 'By hand',
    })
    const failed = await settled(id)
    expect(failed.state).toBe('failed')
    smtp.replies.rcpt = '250 ok'
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

  test('on the bell needs an existing user', async () => {
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
