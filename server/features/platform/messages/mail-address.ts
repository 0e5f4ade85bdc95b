import { lookup } from 'node:dns/promises'
import { isGlobalAddress } from '#server/kit/http/guarded-fetch.ts'

interface MailServer {
  host: string
  port: number
  user: string
  security: string
  /** The installation's own. */
  trusted?: boolean
}

/**
 * A tenant's server is on the open internet, at a mail port, unless the operator vouches for it;
 * the connection goes to the address that was checked.
 */
export async function openMailAddress(
  { host, port, trusted, user, security }: MailServer,
  ports: readonly number[],
  inside: readonly string[],
): Promise<string> {
  if (trusted || inside.includes(`${host}:${port}`)) return host
  if (!ports.includes(port)) throw refused(`port ${port}`)
  if (user && security === 'none') throw refused('a password needs TLS')
  const found = await lookup(host, { all: true })
  const [first] = found
  if (!first || found.some(({ address, family }) => !isGlobalAddress(address, family)))
    throw refused(`${host} is not on the open internet`)
  return first.address
}

const refused = (why: string) =>
  Object.assign(new Error(`address not allowed: ${why}`), { code: 'ADDRESS' })
