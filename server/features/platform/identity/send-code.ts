import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { CODE_MINUTES, CODE_PAUSE_S, type identity } from '#contracts/platform/session/identity.ts'
import { PLATFORM_TENANT } from '#contracts/platform/operations/tenants.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { inBothLanguages, noticeWanted } from '#contracts/platform/messaging/notices.events.ts'
import { queueMessage } from '#server/features/platform/messages/index.ts'
import { channelTenantOf, isContactTaken } from '#server/features/platform/session/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { addressKey } from '#server/kit/http/address.ts'
import { fail, failTooMany } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translate } from '#server/kit/http/texts.ts'
import { accountOf, receiverOf, type Purpose } from './codes.ts'
import { sendableChannels } from './sendable-channels.ts'
import { holdersOf, keyedHash, openDb, registeringTenant } from './identity-config.ts'
import { isoAfter } from '#server/kit/runtime/clock.ts'

const PURPOSES: Record<string, Purpose> = { 0: 'login', 1: 'register', 2: 'forgot' }
/** security.md §6.8. */
const PER_HOUR = 5
const PER_DAY = 10
const ADDRESS_PER_HOUR = 20
/**
 * Longer than sending takes: how long an answer took must not reveal whether there was an account to
 * send to.
 */
const FLOOR_MS = 150

interface Target {
  /** Where the code is written and sent. */
  tenantId: string
  userId: string | null
  to: string
  channel: 'sms' | 'email'
  /**
   * An account of that address exists already: the address learns it, not the caller.
   */
  taken?: boolean
}
type CodeRequest = In<typeof identity.sms>

/**
 * Sends a code. All callers are answered alike, known or not, whatever it is for: what is so, the
 * address learns.
 */
export async function sendCode(ctx: Ctx, request: CodeRequest): Promise<null> {
  if (!request.mobile) fail('code.noReceiver')
  const purpose = PURPOSES[request.smsmode]!
  const { kind, value } = receiverOf(request.mobile)
  if (kind === 'name' && purpose !== 'forgot') fail('code.badReceiver')
  const floor = pause(FLOOR_MS)
  try {
    const target =
      purpose === 'register'
        ? await forRegistration(ctx, request, { kind, value })
        : await forAccount(ctx, request, purpose)
    await inTx(asSystem(ctx, target?.tenantId ?? '0'), (tx) =>
      put(tx, { purpose, receiver: value, target }),
    )
  } finally {
    await floor
  }
  return null
}

async function forRegistration(
  ctx: Ctx,
  request: CodeRequest,
  { kind, value }: { kind: string; value: string },
): Promise<Target> {
  const { tenantId } = (await registeringTenant(ctx, request.tenant)) ?? fail('register.off')
  const channel = kind === 'email' ? 'email' : 'sms'
  const taken = await isContactTaken(ctx, kind === 'email' ? 'email' : 'phone', value, {
    provenIn: tenantId,
  })
  return { tenantId, userId: null, to: value, channel, taken }
}

/**
 * The account's phone or mail address: what was typed, or what is wished, or what there is. An
 * account that reaches beyond its tenant is not signed in by a code, and what it recovers by comes
 * from the installation, never from the tenant.
 */
async function forAccount(
  ctx: Ctx,
  { mobile, channel }: CodeRequest,
  purpose: Purpose,
): Promise<Target | null> {
  const typed = mobile ?? ''
  const account = await accountOf(ctx, typed)
  if (!account) return null
  const tenantId = await channelTenantOf(openDb(ctx), account)
  const beyond = tenantId === PLATFORM_TENANT
  if (beyond && purpose === 'login') return null
  const { kind } = receiverOf(typed)
  // The installation has a mail server or none; SMS only where the platform set a provider up for
  // itself.
  const wished = channel ? channel === 'email' : kind === 'email' || !account.phone
  const byMail = wished || (beyond && account.email !== null)
  const to = (byMail ? account.email : account.phone) ?? account.phone ?? account.email
  return to
    ? {
        tenantId,
        userId: account.id,
        to,
        channel: to === account.email ? 'email' : 'sms',
      }
    : null
}

async function put(
  tx: Tx,
  { purpose, receiver, target }: { purpose: Purpose; receiver: string; target: Target | null },
): Promise<void> {
  const db = openDb(tx)
  const ip = addressKey(tx.http?.ip ?? '')
  // One after the other, so that many at the same moment are counted.
  for (const key of [receiver, `ip:${ip}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${`code:${key}`}, 0))`.execute(db)
  await checkLimits(tx, receiver, target?.to ?? receiver, ip)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await sql`delete from identity_code where created_at < now() - interval '2 days'`.execute(db)
  await sql`insert into identity_code (receiver, purpose, code_hash, sent_to, sent_by, user_id, ip,
      expires_at)
    values (${receiver}, ${purpose}, ${keyedHash(tx, purpose, receiver, code)},
      ${target && !target.taken ? target.to : null}, ${target?.tenantId ?? null},
      ${target?.userId ?? null}, ${ip}, now() + ${`${CODE_MINUTES} minutes`}::interval)`.execute(db)
  if (target?.taken) {
    await queueMessage(tx, {
      channel: target.channel,
      to: target.to,
      template: 'identity.exists',
      data: {},
      lang: tx.lang,
    })
  } else if (target) {
    const expiresAt = isoAfter(CODE_MINUTES * 60_000)
    await queueMessage(tx, {
      channel: target.channel,
      to: target.to,
      template: 'account.code',
      data: { code, minutes: CODE_MINUTES },
      lang: tx.lang,
      secret: true,
      expiresAt,
    })
    if (!(await sendableChannels(tx, target.tenantId))[target.channel]) await notifyReaders(tx)
  }
}

/** Who may read codes out hears that one waits; at most once in ten minutes, the text being one. */
async function notifyReaders(tx: Tx): Promise<void> {
  for (const [lang, userIds] of await holdersOf(tx, 'sys:msg:secret'))
    await tx.emit(noticeWanted, {
      userIds,
      ...inBothLanguages(lang, (one) => ({
        titile: translate(one, 'identity-server', 'code.waiting'),
        msgAbstract: translate(one, 'identity-server', 'code.waiting.text'),
      })),
      priority: 'H',
      openType: 'url',
      openPage: '/modules/message/sysMessageList',
    })
}

async function checkLimits(tx: Tx, receiver: string, to: string, ip: string): Promise<void> {
  const found = await sql<{ fresh: boolean; hour: number; day: number; address: number }>`select
      coalesce(max(created_at) filter (where receiver = ${receiver} or sent_to = ${to}) > now()
      - ${`${CODE_PAUSE_S} seconds`}::interval,
        false) as fresh,
      count(*) filter (where (receiver = ${receiver} or sent_to = ${to})
        and created_at > now() - interval '1 hour')::int as hour,
      count(*) filter (where receiver = ${receiver} or sent_to = ${to})::int as day,
      count(*) filter (where ip = ${ip} and created_at > now() - interval '1 hour')::int as address
    from identity_code
    where created_at > now() - interval '1 day'
      and (receiver = ${receiver} or sent_to = ${to} or ip = ${ip})`.execute(openDb(tx))
  const { fresh, hour, day, address } = found.rows[0]!
  if (fresh) fail('code.stillGood')
  if (hour >= PER_HOUR || day >= PER_DAY || (tx.deps.env.rateLimits && address >= ADDRESS_PER_HOUR))
    failTooMany('code.tooMany', day >= PER_DAY ? 86_400 : 3_600)
}
