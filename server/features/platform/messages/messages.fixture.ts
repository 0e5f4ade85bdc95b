import { messageChannels } from '#contracts/platform/messaging/message-channels.ts'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import pino from 'pino'
import { makeCtx, systemPrincipal } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { openWorld, type Client, type World } from '#test/harness.ts'
import { ownDatabase } from '#test/own-database.ts'
import { queueMessage } from './index.ts'
import { smsServer, smtpServer } from './fake-servers.fixture.ts'

export let smtp: Awaited<ReturnType<typeof smtpServer>>

export let sms: Awaited<ReturnType<typeof smsServer>>

export let world: World

export let admin: Client

export interface Row {
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
  attached: string | null
}

export const ctx = () =>
  makeCtx({
    deps: world.deps,
    requestId: 'test-msg',
    lang: 'en_US',
    log: pino({ level: 'silent' }),
    http: null,
    executor: world.db.kysely,
    principal: systemPrincipal(world.tenantId, { username: 'tester' }),
  })

export const read = async (id: string, client = admin) =>
  (await client.get('/message/sysMessage/queryById', { id })).result as Row

/** The row, once no job works on it any more. */
export async function settled(
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

export const queue = (requested: Partial<Parameters<typeof queueMessage>[1]> = {}) =>
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

export function prepareMessageServers(): void {
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
    Object.assign(smtp.replies, {
      rcpt: '250 ok',
      data: '250 2.0.0 taken as 4711',
      auth: '235 welcome',
      greet: '220 stand-in',
    })
    Object.assign(sms.replies, { status: 200, body: '{"code":"OK"}', headers: {} })
  })
}

/** The tenant's own mail server is the test's. */
export async function setUpMail(
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
