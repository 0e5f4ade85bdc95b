import { createRequire } from 'node:module'
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
import { at } from './adapter.ts'
import { boundUser, mayBeOpenedBy, type ProvenIdentity } from './bindings.ts'
import { openDb } from './identity-config.ts'
import { causeOf, ExternalHttpError, textFrom } from './external-http.ts'
import { providerOf } from './providers.ts'
import { offerBinding } from './third-exchange.ts'

const TICKET = /^ST-[A-Za-z0-9._-]{1,250}$/
/** Loaded with the first sign-in of this kind, not with the server. */
const require = createRequire(import.meta.url)
const xmlParser = () => {
  const { XMLParser } = require('fast-xml-parser') as typeof import('fast-xml-parser')
  return new XMLParser({
    processEntities: false,
    ignoreAttributes: true,
    removeNSPrefix: true,
    parseTagValue: false,
    trimValues: true,
  })
}
const URL_NOTED = '/cas/client/validateLogin'

/**
 * The user a CAS 2.0 or 3.0 answer vouches for; null for a refusal. A document type has no business
 * in it.
 */
export function userIn(xml: string): string | null {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new ExternalHttpError('document type')
  const tree = xmlParser().parse(xml) as {
    serviceResponse?: { authenticationSuccess?: { user?: unknown } }
  }
  const user = tree.serviceResponse?.authenticationSuccess?.user
  // Two users are nobody; an entity was left as it stands and is no name.
  return typeof user === 'string' && user !== '' && !user.includes('&') ? user : null
}

/**
 * A ticket of the company's CAS server, checked from server to server. Which tenant is meant says
 * the service address, which must be the configured one to the letter.
 */
export async function validateCas(
  ctx: Ctx,
  { ticket, service, totp }: In<typeof identity.validateCas>,
): Promise<Out<typeof identity.validateCas>> {
  const db = openDb(ctx)
  if (!TICKET.test(ticket) || !service) fail('cas.badTicket')
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
    username = userIn(
      await textFrom(
        provider,
        at(provider.settings.issuer, '/serviceValidate', { ticket, service }),
      ),
    )
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
    issuer: `cas:${provider.settings.issuer}`,
    subject: username,
    name: username.slice(0, 100),
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
