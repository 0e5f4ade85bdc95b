import { sql } from 'kysely'
import type { identity } from '#contracts/platform/session/identity.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import {
  requireSecondFactor,
  findAccount,
  logSignIn,
  openSession,
  tokenHash,
} from '#server/features/platform/session/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { boundUser, mayBeOpenedBy, type ProvenIdentity } from './bindings.ts'
import { openDb } from '../identity-config.ts'
import { CAS_TICKET, casIdentity, casUser } from './cas-adapter.ts'
import { causeOf, ExternalHttpError } from './external-http.ts'
import { providerOf } from '../providers.ts'
import { offerBinding } from './third-exchange.ts'

const URL_NOTED = '/cas/client/validateLogin'

/**
 * A ticket of the company's CAS server, checked from server to server. Which tenant is meant is given by
 * the service address, which must be the configured one to the letter.
 */
export async function validateCas(
  ctx: Ctx,
  { ticket, service, totp }: In<typeof identity.validateCas>,
): Promise<Out<typeof identity.validateCas>> {
  const db = openDb(ctx)
  if (!CAS_TICKET.test(ticket) || !service) fail('cas.badTicket')
  const found = await sql<{
    tenantId: string
  }>`select p.tenant_id from third_provider p
    where p.source = 'cas' and p.enabled and p.settings->>'serviceUrl' = ${service}`.execute(db)
  const { tenantId } = found.rows[0] ?? fail('cas.badTicket')
  const provider = (await providerOf(ctx, tenantId, 'cas')) ?? fail('cas.badTicket')
  await sql`delete from cas_ticket where used_at < now() - interval '1 day'`.execute(db)
  const fresh =
    await sql`insert into cas_ticket (ticket_hash) values (${tokenHash(`${tenantId}:${ticket}`)})
      on conflict do nothing`.execute(db)
  if (!fresh.numAffectedRows) fail('cas.badTicket')
  let username: string | null
  try {
    username = await casUser(provider, ticket, service)
  } catch (error) {
    ctx.log.warn(
      {
        requestId: ctx.requestId,
        reason: error instanceof ExternalHttpError ? error.message : causeOf(error),
      },
      'CAS',
    )
    fail('cas.unreachable')
  }
  if (!username) fail('cas.badTicket')
  const proven: ProvenIdentity = {
    tenantId,
    source: 'cas',
    ...casIdentity(provider, username),
    configHash: provider.configHash,
  }
  const userId = await boundUser(db, proven)
  if (!userId) return await offerBinding(ctx, proven)
  const account = await findAccount(db, { id: userId })
  if (!account || !(await mayBeOpenedBy(db, tenantId, account))) {
    await logSignIn(ctx, { account, name: username, outcome: 'failed', url: URL_NOTED })
    fail('cas.noAccount')
  }
  await requireSecondFactor(ctx, account, totp)
  return await openSession(ctx, account, { way: 'cas', url: URL_NOTED })
}
