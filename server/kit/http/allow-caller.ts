import type { FastifyRequest } from 'fastify'
import { CODES } from '#contracts/kit/envelope.ts'
import type { accessOf, Endpoint } from '#contracts/kit/endpoint.ts'
import type { Principal } from '../access/principal.ts'
import { fail, failDenied, failUnauthorised, Refusal } from './errors.ts'

export type Declared = Exclude<NonNullable<ReturnType<typeof accessOf>>, 'public'>

export interface CallerDeps {
  /**
   * Finds who a token belongs to, inside the tenant the header asks for; null for no or dead
   * tokens.
   */
  resolve(
    token: string,
    tenant: string | undefined,
  ): Promise<{ principal: Principal } | { expired: true } | null>
  /** Finds who a program's API key acts for from this address; null for no or dead keys. */
  resolveKey(key: string, ip: string): Promise<Principal | null>
  /** Whether calls from this address are refused to a tenant's accounts; of tenant 0: to all. */
  isBlocked?(ip: string, tenantId: string): Promise<boolean>
  /** Counts an unknown token or key; throws past the limit of an address. */
  countUnknown(request: FastifyRequest): Promise<void>
}

/** Sets the caller; refuses callers without access. */
export async function allowCaller(
  endpoint: Endpoint,
  access: Declared,
  request: FastifyRequest,
  deps: CallerDeps,
): Promise<void> {
  await refuseBlocked(request, '0', deps)
  const { 'x-access-token': token, 'x-api-key': key, tenant_id: tenant } = request.headers
  // Sent twice it reads "1, 2": which of them is meant is not for us to guess.
  if (tenant !== undefined && tenant !== '' && !/^\d{1,18}$/.test(String(tenant))) failDenied()
  if (typeof token !== 'string' || token === '')
    return await allowKey(endpoint, access, typeof key === 'string' ? key : '', request, deps)
  const found = await deps.resolve(token, typeof tenant === 'string' ? tenant : undefined)
  if (!found) {
    await deps.countUnknown(request)
    failUnauthorised('session.missing')
  }
  if ('expired' in found) failUnauthorised('session.expired')
  await refuseBlocked(request, found.principal.tenantId, deps)
  request.principal = found.principal
  // What is a person's own is not for who acts as them: their password, keys, profile, settings,
  // places.
  if (
    found.principal.actor &&
    access === 'login' &&
    request.method !== 'GET' &&
    request.method !== 'HEAD' &&
    !endpoint.acting
  )
    fail('session.acting')
  requireAccess(endpoint, access, found.principal)
}

/** @throws Refusal where an operator has blocked the caller's address. */
export async function refuseBlocked(
  { ip }: FastifyRequest,
  tenantId: string,
  { isBlocked }: Pick<CallerDeps, 'isBlocked'>,
): Promise<void> {
  if (await isBlocked?.(ip, tenantId))
    throw new Refusal('address.blocked', { body: CODES.forbidden, http: 403 })
}

/**
 * A program with a key: only calls that ask for a permission the key was given, only in the key's
 * tenant.
 */
async function allowKey(
  endpoint: Endpoint,
  access: Declared,
  key: string,
  request: FastifyRequest,
  deps: CallerDeps,
): Promise<void> {
  if (key === '') failUnauthorised('session.missing')
  const principal = await deps.resolveKey(key, request.ip)
  if (!principal) {
    await deps.countUnknown(request)
    failUnauthorised('session.keyRefused')
  }
  await refuseBlocked(request, principal.tenantId, deps)
  request.principal = principal
  const { tenant_id: tenant } = request.headers
  if (tenant !== undefined && !['', '0', principal.tenantId].includes(String(tenant))) failDenied()
  if (access === 'login' && !endpoint.keys) failDenied()
  requireAccess(endpoint, access, principal)
}

function requireAccess(
  { platform, staff }: Endpoint,
  access: Declared,
  principal: Principal,
): void {
  if (access !== 'login' && !access.perms.some((perm) => principal.perms.has(perm))) failDenied()
  if (staff && principal.customerId !== null) failDenied()
  if (platform && (principal.dataScope !== 'platform' || principal.customerId !== null))
    failDenied()
}
