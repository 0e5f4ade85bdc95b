import { sql } from 'kysely'
import {
  emailSettings,
  smsSettings,
  webhookSettings,
  type ChannelStates,
  type EmailSettings,
  type SmsGiven,
  type SmsSettings,
  type WebhookSettings,
} from '#contracts/platform/messaging/message-channels.ts'
import { CHANNELS } from '#contracts/platform/messaging/messages.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failConflict, failFields } from '#server/kit/http/errors.ts'
import { addressIssue, isVouched } from '#server/kit/http/guarded-fetch.ts'
import { lastFour, openSecret, sealSecret, type SecretPlace } from '#server/kit/access/secrets.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { templateIssue } from './template-text.ts'
import { notifyPlatform } from './notify-platform.ts'

/** The installation's own mail server, of the environment. */
export type InstallationMailServer = EmailSettings & { password: string | null; trusted: true }
/** `host:port` in addition to the open internet that the operator lets tenants reach. */
export const allowedInternalHosts = (ctx: Ctx): readonly string[] =>
  ctx.deps.env.outboundAllow ?? []

interface Row {
  id: string
  channel: string
  enabled: boolean
  settings: unknown
  secretEnc: string | null
  version: number
}
export type Kind = 'email' | 'sms' | 'webhook'
interface Settings {
  email: EmailSettings
  sms: SmsSettings
  webhook: WebhookSettings
}
type AnySettings = Settings[Kind]
const place = (ctx: Ctx, id: string): SecretPlace => ({
  tenantId: ctx.principal.tenantId,
  table: 'message_channel',
  column: 'secret_enc',
  id,
})

async function rowsOf(ctx: Ctx): Promise<Row[]> {
  return (
    await sql<Row>`select c.id, c.channel, c.enabled, c.settings, c.secret_enc, c.version
      from ${ctx.rows('messageChannel').as('c')}`.execute(ctx.db)
  ).rows
}

const SHAPES = { email: emailSettings, sms: smsSettings, webhook: webhookSettings }
const parse = (kind: Kind, settings: unknown): AnySettings => SHAPES[kind].parse(settings)

/** A way out with its key, where the tenant has set one up and switched it on. */
export async function channelOf<K extends Kind>(
  ctx: Ctx,
  kind: K,
): Promise<{ settings: Settings[K]; secret: string | null } | null> {
  const row = (await rowsOf(ctx)).find(({ channel }) => channel === CHANNELS[kind])
  if (!row?.enabled) return null
  return {
    settings: parse(kind, row.settings) as Settings[K],
    secret: row.secretEnc && openSecret(ctx.deps.env.secretKey, row.secretEnc, place(ctx, row.id)),
  }
}

/** Where the tenant's webhook posts what, without its key; null where that is none or unreadable. */
export async function webhookTarget(ctx: Ctx): Promise<{ url: string; events: string[] } | null> {
  const row = (await rowsOf(ctx)).find(({ channel }) => channel === CHANNELS.webhook)
  const read = row?.enabled ? webhookSettings.safeParse(row.settings) : null
  return read?.success ? read.data : null
}

/** What is set up, for the screen: no key ever. */
export async function readChannels(ctx: Ctx): Promise<ChannelStates> {
  const rows = await rowsOf(ctx)
  const of = (kind: Kind) => rows.find(({ channel }) => channel === CHANNELS[kind])
  const shared = (row: Row | undefined) => ({
    enabled: row?.enabled ?? false,
    version: row?.version ?? 0,
    secret: row?.secretEnc
      ? { set: true, last4: lastFourOf(ctx, row.id, row.secretEnc) }
      : { set: false, last4: '' },
  })
  const [email, sms, webhook] = [of('email'), of('sms'), of('webhook')]
  return {
    email: {
      settings: email ? emailSettings.parse(email.settings) : null,
      ...shared(email),
      house: Boolean(ctx.deps.env.smtpUrl),
    },
    webhook: {
      settings: webhook ? webhookSettings.parse(webhook.settings) : null,
      ...shared(webhook),
    },
    sms: { settings: sms ? withoutValues(smsSettings.parse(sms.settings)) : null, ...shared(sms) },
  }
}

const withoutValues = (settings: SmsSettings) => ({
  ...settings,
  headers: settings.headers.map(({ name }) => ({ name, value: null })),
})

/** The settings whole: a header given without a value has the one it had at the same address. */
function withStoredValues(
  given: EmailSettings | SmsGiven | WebhookSettings,
  stored: unknown,
): AnySettings {
  if (!('body' in given)) return given
  const before = smsSettings.safeParse(stored).data
  const same = before?.url === given.url
  return {
    ...given,
    headers: given.headers.map(({ name, value }, at) => {
      const had = same ? before?.headers.find((header) => header.name === name)?.value : undefined
      const whole = value ?? had
      if (whole === undefined)
        failFields([{ path: `settings.headers.${at}.value`, code: 'field.required' }])
      return { name, value: whole }
    }),
  }
}

function lastFourOf(ctx: Ctx, id: string, sealed: string): string {
  try {
    return lastFour(openSecret(ctx.deps.env.secretKey, sealed, place(ctx, id)))
  } catch {
    return ''
  }
}

/**
 * Where a secret goes and in which form. SMS: every place a template puts it, and what it signs.
 */
function destinationOf(settings: AnySettings): string {
  if ('events' in settings) return settings.url
  if (!('body' in settings)) {
    const { host, port, security } = settings
    return JSON.stringify([host.toLowerCase(), port, security])
  }
  const { url, method, bodyType, body, headers, signature, signText } = settings
  const uses = (text: string) => /\{\{\s*(key|signature)\s*\}\}/.test(text)
  return JSON.stringify([
    url,
    signature === 'none' ? null : [signature, signText],
    uses(body) ? [method, bodyType, body] : null,
    headers.filter(({ value }) => uses(value)),
  ])
}

/**
 * Keeps a way out. `secret` left out stays as it is while it goes where it went, and is forgotten
 * otherwise: what was entered for one server is not sent to another. An empty one is forgotten; the
 * data log notes that it changed.
 */
export function saveChannel(
  ctx: Ctx,
  kind: Kind,
  given: {
    settings: EmailSettings | SmsGiven | WebhookSettings
    enabled: boolean
    version: number
    secret?: string | null | undefined
  },
): Promise<ChannelStates> {
  return inTx(ctx, async (tx) => {
    const channel = CHANNELS[kind]
    await sql`insert into message_channel (tenant_id, channel, enabled, settings, version,
        create_by) values (${tx.principal.tenantId}, ${channel}, false, '{}'::jsonb, 0,
        ${tx.principal.username}) on conflict (tenant_id, channel) do nothing`.execute(tx.db)
    const found =
      await sql<Row>`select c.id, c.channel, c.enabled, c.settings, c.secret_enc, c.version
        from message_channel as c
        where ${tx.rows('messageChannel').where('c')} and c.channel = ${channel} for update`.execute(
        tx.db,
      )
    const before = found.rows[0]!
    if (before.version !== given.version) failConflict('row.stale', await readChannels(tx))
    const fresh = before.version === 0
    const whole = withStoredValues(given.settings, before.settings)
    if ('body' in whole) checkTemplates(whole)
    if ('url' in whole && (given.enabled || whole.url !== urlOf(before.settings)))
      checkAddress(tx, whole.url)
    const settings = JSON.stringify(whole)
    const stays = !fresh && destinationOf(parse(kind, before.settings)) === destinationOf(whole)
    const sealed =
      given.secret === undefined
        ? stays
          ? before.secretEnc
          : null
        : given.secret
          ? sealSecret(ctx.deps.env.secretKey, given.secret, place(tx, before.id))
          : null
    await change(
      tx,
      'messageChannel',
      { id: before.id },
      { enabled: given.enabled, settings: JSON.parse(settings) as object, secretEnc: sealed },
      { unlogged: 'all' },
    )
    await tx.audit(
      'message_channel',
      before.id,
      fresh ? 'add' : 'edit',
      fresh
        ? null
        : {
            ...publicSettings(before.settings),
            enabled: before.enabled,
            secretEnc: before.secretEnc,
          },
      {
        ...publicSettings(whole),
        enabled: given.enabled,
        secretEnc: sealed,
        version: before.version + 1,
      },
    )
    await notifyPlatform(tx, kind)
    return readChannels(tx)
  })
}

/**
 * Of what a provider is sent, names of headers and lengths are logged: a user may have written a
 * key into it.
 */
function publicSettings(settings: unknown): Record<string, unknown> {
  const { headers, body, signText, url, ...rest } = settings as Partial<SmsSettings>
  return {
    ...rest,
    ...(url === undefined ? {} : { url: url.split('?')[0] }),
    ...(headers ? { headers: headers.map(({ name }) => name).join(', ') } : {}),
    ...(body === undefined ? {} : { bodyLength: body.length }),
    ...(signText === undefined ? {} : { signTextLength: signText.length }),
  }
}

const urlOf = (settings: unknown): string | undefined => (settings as Partial<SmsSettings>).url

const ADDRESS_ISSUES = {
  scheme: 'message.url.scheme',
  port: 'message.url.port',
  credentials: 'message.url.credentials',
  host: 'message.url.host',
} as const

/** Refuses an address that would never be called. A template in it is filled in later. */
function checkAddress(ctx: Ctx, text: string): void {
  const path = 'settings.url'
  const url = URL.parse(text.replaceAll(/\{\{[^{}]*\}\}/g, '0'))
  if (!url) return failFields([{ path, code: 'message.url.broken' }])
  const issue = addressIssue(url, [url.hostname])
  if (issue && !isVouched(url, allowedInternalHosts(ctx)))
    failFields([{ path, code: ADDRESS_ISSUES[issue] }])
}

function checkTemplates(settings: SmsSettings): void {
  for (const text of [
    settings.url,
    settings.body,
    settings.signText,
    ...settings.headers.map(({ value }) => value),
  ]) {
    const issue = templateIssue(text)
    if (issue) fail(issue)
  }
}
