import { sql } from 'kysely'
import { releaseUnproven } from '#server/features/platform/session/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { bindAccount } from './third/bindings.ts'
import { providerOf } from './providers.ts'
import { provenContact } from './unique-contacts.ts'

export interface Registration {
  tenantId: string
  id: string
  username: string
  realname: string
  company: string
  email: string | null
  phone: string | null
  passwordHash: string | null
  state: 'pending' | 'approved' | 'refused'
  reason: string | null
  lang: string
  version: number
  thirdProvider: string | null
  thirdIssuer: string | null
  thirdSubject: string | null
  thirdName: string | null
  thirdConfig: Buffer | null
}

/** A registration becomes a customer account with its main user, who holds the customer's role. */
export async function openAccount(
  tx: Tx,
  row: Registration,
  by: string,
): Promise<{ userId: string; customerId: string }> {
  const { tenantId } = tx.principal
  const code = `R${row.id.padStart(6, '0')}`
  const customer = await sql<{
    id: string
  }>`insert into customer (tenant_id, code, name, contact, phone, email, create_by)
    values (${tenantId}, ${code}, ${row.company}, ${row.realname}, ${row.phone}, ${row.email},
      ${by}) returning id`.execute(tx.db)
  const customerId = customer.rows[0]!.id
  const kind = provenContact(row)
  await releaseUnproven(tx, kind, row[kind] ?? '', { provenIn: tenantId })
  const user = await sql<{
    id: string
  }>`insert into sys_user (tenant_id, username, realname, password_hash, password_at, email, phone,
      email_verified_at, phone_verified_at, customer_id, create_by)
    values (${tenantId}, ${row.username}, ${row.realname}, ${row.passwordHash}, now(), ${row.email},
      ${row.phone}, ${kind === 'email' ? sql`now()` : null},
      ${kind === 'phone' ? sql`now()` : null}, ${customerId}, ${by}) returning id`.execute(tx.db)
  const userId = user.rows[0]!.id
  const role = await sql`insert into sys_user_role (tenant_id, user_id, role_id)
      select r.tenant_id, ${userId}, r.id
      from ${tx.rows('sysRole').as('r')} where r.role_code = 'customer' and r.built_in`.execute(
    tx.db,
  )
  if (!role.numAffectedRows) fail('register.failed')
  if (row.thirdProvider && row.thirdIssuer && row.thirdSubject && row.thirdConfig) {
    // Asked for under another configuration of the provider, it is not made any more.
    const provider = await providerOf(tx, tenantId, row.thirdProvider)
    if (provider?.configHash.equals(row.thirdConfig))
      await bindAccount(
        tx,
        { id: userId, tenantId, username: row.username },
        {
          tenantId,
          source: row.thirdProvider,
          issuer: row.thirdIssuer,
          subject: row.thirdSubject,
          name: row.thirdName,
          configHash: row.thirdConfig,
        },
      )
  }
  // The hash has gone to where it belongs.
  await sql`update registration as r
    set state = 'approved', password_hash = null, user_id = ${userId}, customer_id = ${customerId},
      decided_by = ${by}, decided_at = now(), version = version + 1
    where ${tx.rows('registration').where('r')} and r.id = ${row.id}`.execute(tx.db)
  await tx.audit('customer', customerId, 'add', null, {
    code,
    name: row.company,
    phone: row.phone,
    email: row.email,
  })
  await tx.audit('sys_user', userId, 'add', null, {
    username: row.username,
    realname: row.realname,
    customerId,
  })
  await tx.audit(
    'registration',
    row.id,
    'edit',
    { state: row.state },
    { state: 'approved', version: row.version + 1 },
  )
  return { userId, customerId }
}
