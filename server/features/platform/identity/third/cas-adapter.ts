import { createRequire } from 'node:module'
import { at, type Adapter, type Identity } from './adapter.ts'
import { ExternalHttpError, textFrom } from './external-http.ts'
import type { KnownProvider } from './known-provider.ts'

export const CAS_TICKET = /^ST-[A-Za-z0-9._-]{1,250}$/
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
  // Of two users none is meant; an entity was left as it stands and is no name.
  return typeof user === 'string' && user !== '' && !user.includes('&') ? user : null
}

/** Whom the server vouches for by a ticket made for this service address; null for a refusal. */
export async function casUser(
  provider: KnownProvider,
  ticket: string,
  service: string,
): Promise<string | null> {
  return userIn(
    await textFrom(provider, at(provider.settings.issuer, '/serviceValidate', { ticket, service })),
  )
}

/** A user of that server, as bindings name one: the same for clients with tickets of their own. */
export const casIdentity = ({ settings }: KnownProvider, username: string): Identity => ({
  issuer: `cas:${settings.issuer}`,
  subject: username,
  name: username.slice(0, 100),
})

/** The state is part of the service address: a ticket made for another walk is refused there. */
const serviceOf = (redirectUri: string, state: string) => String(at(redirectUri, '', { state }))

/** CAS 2.0 and 3.0, with redirect and back-channel validation. */
export const cas: Adapter = {
  authorize: (provider, { redirectUri, state }) =>
    Promise.resolve(
      at(provider.settings.issuer, '/login', { service: serviceOf(redirectUri, state) }),
    ),
  identify: async (provider, { ticket = '' }, { redirectUri, state }) => {
    const username = CAS_TICKET.test(ticket)
      ? await casUser(provider, ticket, serviceOf(redirectUri, state))
      : null
    if (username === null) throw new ExternalHttpError('ticket refused')
    return casIdentity(provider, username)
  },
  /** A ticket that cannot be is refused by a server that speaks CAS. */
  probe: async (provider) => {
    const { issuer, serviceUrl, origin } = provider.settings
    const query = { ticket: 'ST-0-probe', service: serviceUrl || origin }
    const xml = await textFrom(provider, at(issuer, '/serviceValidate', query))
    if (!xml.includes('authenticationFailure')) throw new ExternalHttpError('no CAS answer')
    return new URL(issuer).host
  },
}
