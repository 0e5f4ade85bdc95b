import { addressRefused, guardedAddress } from '#server/kit/http/guarded-fetch.ts'

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
  if (trusted) return host
  if (user && security === 'none' && !inside.includes(`${host}:${port}`))
    throw addressRefused('a password needs TLS')
  return guardedAddress({ host, port }, ports, inside)
}
