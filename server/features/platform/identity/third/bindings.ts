import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ThirdSource } from '#contracts/platform/session/identity.ts'
import type { ThirdSettings } from '#contracts/platform/session/identity-third.ts'
import { reachesBeyond, type Account } from '#server/features/platform/session/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import type { Executor } from '#server/kit/access/executor.ts'
import { fail } from '#server/kit/http/errors.ts'
import type { Identity } from './adapter.ts'

/** An account at a provider, as one configuration of that provider vouched for it. */
export interface ProvenIdentity extends Identity {
  tenantId: string
  source: string
  configHash: Buffer
}

/** What decides a user's identity at a provider: changed, it is another provider. */
export function configHashOf(source: ThirdSource, settings: ThirdSettings): Buffer {
  const { issuer, apiUrl, clientId } = settings
  return createHash('sha256')
    .update(JSON.stringify([source, issuer, apiUrl, clientId]))
    .digest()
}

/** Whose account it was bound to under the same configuration; null for none. */
export async function boundUser(db: Executor, identity: ProvenIdentity): Promise<string | null> {
  const found = await sql<{
    userId: string
  }>`select a.user_id from sys_third_account a
    where a.tenant_id = ${identity.tenantId} and a.issuer = ${identity.issuer}
    and a.subject = ${identity.subject} and a.config_hash = ${identity.configHash}`.execute(db)
  return found.rows[0]?.userId ?? null
}

/**
 * Whether a provider of the tenant may open this account: at home there, not frozen, and of no
 * reach beyond it. Whom a tenant trusts must not decide about other tenants.
 */
export async function mayBeOpenedBy(
  db: Executor,
  tenantId: string,
  account: Account | null,
): Promise<boolean> {
  return (
    account?.status === 1 && account.tenantId === tenantId && !(await reachesBeyond(db, account))
  )
}

/**
 * Binds an account to one elsewhere; its person has just shown the password. Null where either has
 * a binding already.
 * @throws Refusal `third.reachesBeyond` for an account that opens more than the tenant
 */
export async function bindAccount(
  tx: Tx,
  account: Pick<Account, 'id' | 'tenantId' | 'username'>,
  { tenantId, source, issuer, subject, name, configHash }: ProvenIdentity,
): Promise<string | null> {
  if (await reachesBeyond(tx.db as Executor, account)) fail('third.reachesBeyond')
  const made = await sql<{
    id: string
  }>`insert into sys_third_account (tenant_id, user_id, provider, issuer, subject, config_hash,
      name) values (${tenantId}, ${account.id}, ${source}, ${issuer}, ${subject}, ${configHash},
      ${name}) on conflict do nothing returning id`.execute(tx.db)
  const id = made.rows[0]?.id ?? null
  if (id)
    await tx.audit('sys_third_account', id, 'add', null, {
      provider: source,
      name,
      username: account.username,
    })
  return id
}

/** Ends the bindings of a tenant's provider that were made under another configuration. */
export async function dropStaleBindings(
  tx: Tx,
  source: ThirdSource,
  configHash: Buffer,
): Promise<void> {
  const gone = await sql<{
    id: string
    name: string | null
    username: string
  }>`delete from sys_third_account a using sys_user u
    where u.id = a.user_id
      and a.tenant_id = ${tx.principal.tenantId} and a.provider = ${source} and a.config_hash <> ${configHash}
    returning a.id, a.name, u.username`.execute(tx.db)
  await tx.auditMany(
    'sys_third_account',
    'delete',
    gone.rows.map(({ id, name, username }) => ({
      id,
      before: { provider: source, name, username },
      after: null,
    })),
  )
}
