import { sql } from 'kysely'
import type { registrations } from '#contracts/platform/session/identity.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failConflict, failMissing } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { registrationMode } from './identity-config.ts'
import { openAccount, type Registration } from './open-account.ts'
import { notifyApplicant } from './register.ts'
import { sendableChannels } from './sendable-channels.ts'
import { takenContacts } from './unique-contacts.ts'

type Calls = typeof registrations

async function lockRegistration(
  tx: Tx,
  { id, version }: { id: string; version: number },
): Promise<Registration> {
  const found = await sql<Registration>`select r.* from registration as r
      where ${tx.rows('registration').where('r')} and r.id = ${id} for update`.execute(tx.db)
  const row = found.rows[0] ?? failMissing()
  if (row.version !== version) failConflict('row.stale')
  if (row.state !== 'pending') fail('register.decided')
  return row
}

export function approve(ctx: Ctx, input: In<Calls['approve']>): Promise<Out<Calls['approve']>> {
  return inTx(ctx, async (tx) => {
    const row = await lockRegistration(tx, input)
    // A user of that name may have been added another way meanwhile.
    const taken = await takenContacts(tx, row, { tenantId: row.tenantId, exceptId: row.id })
    if (taken)
      fail(
        taken === 'username'
          ? 'register.usernameTaken'
          : taken === 'phone'
            ? 'register.phoneTaken'
            : 'register.emailTaken',
      )
    const made = await openAccount(tx, row, tx.principal.username)
    await notifyApplicant(tx, { ...row, state: 'approved' })
    return made
  })
}

export function refuse(ctx: Ctx, input: In<Calls['refuse']>): Promise<null> {
  return inTx(ctx, async (tx) => {
    const row = await lockRegistration(tx, input)
    await sql`update registration as r
      set state = 'refused', reason = ${input.reason},
        decided_by = ${tx.principal.username}, decided_at = now(), version = version + 1
      where ${tx.rows('registration').where('r')} and r.id = ${row.id}`.execute(tx.db)
    await tx.audit(
      'registration',
      row.id,
      'edit',
      { state: 'pending' },
      { state: 'refused', reason: input.reason, version: row.version + 1 },
    )
    await notifyApplicant(tx, { ...row, state: 'refused', reason: input.reason })
    return null
  })
}

export const readMode = async (ctx: Ctx): Promise<Out<Calls['mode']>> => ({
  mode: await registrationMode(ctx, ctx.principal.tenantId),
  channels: await sendableChannels(ctx, ctx.principal.tenantId),
})

export function saveMode(
  ctx: Ctx,
  { mode }: In<Calls['saveMode']>,
): Promise<Out<Calls['saveMode']>> {
  return inTx(ctx, async (tx) => {
    const before = await registrationMode(tx, tx.principal.tenantId)
    await sql`insert into tenant_setting (tenant_id, key, value, updated_by)
      values (${tx.principal.tenantId}, 'registration.mode', ${JSON.stringify(mode)}::jsonb,
        ${tx.principal.username})
      on conflict (tenant_id, key) do update set value = excluded.value,
        updated_by = excluded.updated_by, updated_at = now()`.execute(tx.db)
    await tx.audit(
      'tenant_setting',
      tx.principal.tenantId,
      'edit',
      { registrationMode: before },
      { registrationMode: mode },
    )
    return { mode }
  })
}
