import { inBothLanguages, noticeWanted } from '#contracts/platform/messaging/notices.events.ts'
import { now } from '#server/kit/runtime/clock.ts'
import {
  notifyRulesChanged,
  type securityChanged,
} from '#contracts/platform/session/account.events.ts'
import { sql } from 'kysely'
import type { account } from '#contracts/platform/session/account.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { DEFAULT_LANG, LANGS, type Lang } from '#contracts/kit/envelope.ts'
import {
  NOTIFY_KEY,
  notifyRulesOf,
  type NotifyRules,
} from '#contracts/platform/messaging/notify-rules.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import type { EventHandler } from '#server/kit/jobs/jobs.ts'
import { translate } from '#server/kit/http/texts.ts'
import { asSystemTx, inTx } from '#server/kit/db/tx.ts'
import { channelTenantOf, findAccount } from '#server/features/platform/session/index.ts'
import { queueMessage } from '#server/features/platform/messages/index.ts'
import { ownDb } from './own-account.ts'

export async function notifyRules(ctx: Ctx): Promise<NotifyRules> {
  return notifyRulesOf(await setting(ctx, ctx.principal.userId, NOTIFY_KEY), {
    staff: ctx.principal.customerId === null,
  })
}

export async function saveNotifyRules(
  ctx: Ctx,
  given: In<typeof account.saveNotifyRules>,
): Promise<Out<typeof account.saveNotifyRules>> {
  const rules = notifyRulesOf(given, { staff: ctx.principal.customerId === null })
  return await inTx(ctx, async (tx) => {
    await sql`insert into user_setting (user_id, key, value)
      values (${ctx.principal.userId}, ${NOTIFY_KEY}, ${JSON.stringify(rules)}::jsonb)
      on conflict (user_id, key) do update set value = excluded.value, updated_at = now()`.execute(
      ownDb(tx),
    )
    // What waits by the rules of before finds its new time.
    await tx.emit(notifyRulesChanged, { userId: ctx.principal.userId })
    return rules
  })
}

async function setting(ctx: Ctx, userId: string, key: string): Promise<unknown> {
  return (
    await sql<{
      value: unknown
    }>`select value from user_setting where user_id = ${userId} and key = ${key}`.execute(
      ownDb(ctx),
    )
  ).rows[0]?.value
}

/**
 * A user's password, second factor or keys changed: the user is notified on the ways chosen for
 * security, regardless of who did it. Quiet hours do not hold it back.
 */
export const notifySecurityEvent: EventHandler<typeof securityChanged> = async (
  ctx,
  { userId, what, state, ip },
) => {
  const user = await findAccount(ownDb(ctx), { id: userId })
  if (!user) return
  const channels = notifyRulesOf(await setting(ctx, user.id, NOTIFY_KEY)).rules.security
  const chosen = await setting(ctx, user.id, 'profile.lang')
  const lang: Lang = LANGS.find((known) => known === chosen) ?? DEFAULT_LANG
  const time = timeIn(await setting(ctx, user.id, 'profile.timeZone'))
  const dataIn = (one: Lang) => ({
    username: user.username,
    what: translate(one, 'account', `alert.${what}`, { state }),
    time,
    ip: ip || '-',
  })
  const data = dataIn(lang)
  const template = `account.${what === 'password' ? 'passwordChanged' : 'securityChanged'}`
  // At home: that is where the user's rules are kept, wherever the change was made.
  await inTx(asSystem(ctx, user.tenantId), async (tx) => {
    await tx.emit(noticeWanted, {
      userIds: [user.id],
      ...inBothLanguages(lang, (one) => ({
        titile: translate(one, 'account', 'alert.title'),
        msgAbstract: translate(one, 'account', 'alert.text', dataIn(one)),
      })),
      priority: 'M',
      openType: 'url',
      openPage: '/account/settings/security',
      busType: 'security',
      personal: true,
    })
    const sender = asSystemTx(tx, await channelTenantOf(ownDb(tx), user))
    if (channels.email && user.email)
      await queueMessage(sender, { channel: 'email', to: user.email, template, data, lang })
    if (channels.sms && user.phone)
      await queueMessage(sender, { channel: 'sms', to: user.phone, template, data, lang })
  })
}

/** Now, as a clock on the person's wall shows it; without a chosen zone in UTC, marked as such. */
function timeIn(zone: unknown): string {
  const show = (timeZone: string) =>
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(
      new Date(now()),
    )
  try {
    if (typeof zone === 'string' && zone !== '') return `${show(zone)} (${zone})`
  } catch {
    // A zone this server does not know.
  }
  return `${show('UTC')} (UTC)`
}
