import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { DEFAULT_LANG, LANGS, type Lang } from '#contracts/kit/envelope.ts'
import {
  isZone,
  NOTIFY_KEY,
  notifyRulesOf,
  type FullRules,
} from '#contracts/platform/messaging/notify-rules.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

/** A user who may be notified, with how they wish it. */
export interface Recipient {
  id: string
  email: string | null
  phone: string | null
  lang: Lang
  zone: string
  rules: FullRules
}

interface Row {
  id: string
  email: string | null
  phone: string | null
  customerId: string | null
  lang: unknown
  zone: unknown
  rules: unknown
}

/** Working users `u` of the tenant; `which` narrows them. */
export async function recipientsWho(ctx: Ctx, which: RawBuilder<SqlBool>): Promise<Recipient[]> {
  const found = await sql<Row>`select u.id, u.email, u.phone, u.customer_id,
      (select s.value from user_setting s
        where s.user_id = u.id and s.key = 'profile.lang') as lang,
      (select s.value from user_setting s
        where s.user_id = u.id and s.key = 'profile.timeZone') as zone,
      (select s.value from user_setting s where s.user_id = u.id and s.key = ${NOTIFY_KEY}) as rules
    from ${ctx.rows('sysUser').as('u')} where u.del_flag = 0 and u.status = 1
      and ${which} order by u.id`.execute(ctx.db)
  return found.rows.map(({ id, email, phone, customerId, lang, zone, rules }) => {
    const full = notifyRulesOf(rules, { staff: customerId === null })
    return {
      id,
      email,
      phone,
      lang: LANGS.find((known) => known === lang) ?? DEFAULT_LANG,
      rules: full,
      zone: typeof zone === 'string' && zone !== '' && isZone(zone) ? zone : (full.zone ?? 'UTC'),
    }
  })
}
