import { sql } from 'kysely'
import { SETTINGS_MAX, userSettings } from '#contracts/platform/people/user-settings.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'

/**
 * A person's own choices in the interface. They are no business data: the data log does not
 * hear of them.
 */
export function userSettingCalls() {
  return bindEndpoints(userSettings, { all: allSettings, save: saveSetting, delete: deleteSetting })
}

async function allSettings(ctx: Ctx): Promise<Out<typeof userSettings.all>> {
  const found = await sql<{
    key: string
    value: unknown
  }>`select s.key, s.value
    from ${ctx.rows('userSetting').as('s')} where s.user_id = ${ctx.principal.userId}`.execute(
    ctx.db,
  )
  return Object.fromEntries(found.rows.map((row) => [row.key, row.value]))
}

async function saveSetting(ctx: Ctx, { key, value }: In<typeof userSettings.save>): Promise<null> {
  const { userId } = ctx.principal
  const stored = ctx.rows('userSetting').as('s')
  const done = await sql`insert into user_setting (user_id, key, value)
    select ${userId}, ${key}, ${JSON.stringify(value)}::jsonb
    where (select count(*)
      from ${stored} where s.user_id = ${userId} and s.key <> ${key}) < ${SETTINGS_MAX}
    on conflict (user_id, key) do update set value = excluded.value, updated_at = now()`.execute(
    ctx.db,
  )
  if (!done.numAffectedRows) fail('setting.tooMany', { max: SETTINGS_MAX })
  return null
}

async function deleteSetting(ctx: Ctx, { key }: In<typeof userSettings.delete>): Promise<null> {
  await sql`delete from user_setting as s
    where ${ctx.rows('userSetting').where('s')} and s.user_id = ${ctx.principal.userId} and s.key = ${key}`.execute(
    ctx.db,
  )
  return null
}
