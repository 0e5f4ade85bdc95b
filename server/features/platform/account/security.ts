import { securityChanged } from '#contracts/platform/session/account.events.ts'
import { sql } from 'kysely'
import type { accountSecurity } from '#contracts/platform/session/account-security.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import {
  beginTotp,
  confirmTotp,
  endTotp,
  markReauthenticated,
  newRecoveryCodes,
  passwordModeOf,
  requireSecondFactor,
  verifyOwnPassword,
  totpState,
} from '#server/features/platform/session/index.ts'
import { ownDb, ownUser } from './own-account.ts'

export async function overview(ctx: Ctx): Promise<Out<typeof accountSecurity.overview>> {
  const db = ownDb(ctx)
  const { id, tenantId, email, phone } = await ownUser(ctx)
  const age = (
    await sql<{
      at: string | null
    }>`select coalesce(password_at, create_time) as at from sys_user where id = ${id}`.execute(db)
  ).rows[0]
  return {
    passwordAt: age?.at ?? null,
    mode: await passwordModeOf(db, tenantId),
    email,
    phone,
    totp: await totpState(db, id),
  }
}

/**
 * The rule of passwords for all users of the tenant; passwords that stand already are not asked.
 */
export async function savePasswordRule(
  ctx: Ctx,
  { mode }: In<typeof accountSecurity.savePasswordRule>,
): Promise<Out<typeof accountSecurity.savePasswordRule>> {
  return await inTx(ctx, async (tx) => {
    const before = { mode: await passwordModeOf(ownDb(tx), tx.principal.tenantId) }
    await sql`insert into tenant_setting (tenant_id, key, value, updated_by)
      values (${tx.principal.tenantId}, 'password.mode', ${JSON.stringify(mode)}::jsonb,
        ${tx.principal.username})
      on conflict (tenant_id, key) do update set value = excluded.value,
        updated_by = excluded.updated_by, updated_at = now()`.execute(ownDb(tx))
    await tx.audit('tenant_setting', 'password.mode', 'edit', before, { mode })
    return { mode }
  })
}

/** A new authenticator; not in force before its first code was right. */
export async function startTotp(ctx: Ctx): Promise<Out<typeof accountSecurity.beginTotp>> {
  return await beginTotp(ctx, await ownUser(ctx))
}

/** Outside a transaction: a wrong code must count although the call is refused. */
export async function finishTotp(
  ctx: Ctx,
  { code }: In<typeof accountSecurity.confirmTotp>,
): Promise<Out<typeof accountSecurity.confirmTotp>> {
  const codes = await confirmTotp(ctx, ctx.principal.userId, code)
  await note(ctx, 'add', { secondFactor: 'on' })
  return { codes }
}

export async function newCodes(ctx: Ctx): Promise<Out<typeof accountSecurity.newCodes>> {
  if (!(await totpState(ownDb(ctx), ctx.principal.userId)).on) fail('account.totpOff')
  return await inTx(ctx, async (tx) => {
    const codes = await newRecoveryCodes(ownDb(tx), tx.principal.userId)
    await note(tx, 'edit', { recoveryCodes: codes.length })
    return { codes }
  })
}

/** Back to the password alone: only who has both may do that, however fresh the session is. */
export async function stopTotp(
  ctx: Ctx,
  { password, totp }: In<typeof accountSecurity.endTotp>,
): Promise<null> {
  if (password === '') fail('account.oldMissing')
  const account = await verifyOwnPassword(ctx, password)
  await requireSecondFactor(ctx, account, totp)
  await markReauthenticated(ctx)
  return await inTx(ctx, async (tx) => {
    await endTotp(ownDb(tx), account.id)
    await note(tx, 'delete', { secondFactor: 'off' })
    return null
  })
}

async function note(ctx: Ctx, action: 'add' | 'edit' | 'delete', what: object): Promise<void> {
  await inTx(ctx, async (tx) => {
    await tx.audit('user_totp', tx.principal.userId, action, null, what)
    await tx.emit(securityChanged, {
      userId: tx.principal.userId,
      what: Object.keys(what)[0] ?? '',
      state: String(Object.values(what)[0]),
      ip: tx.http?.ip ?? null,
    })
  })
}
