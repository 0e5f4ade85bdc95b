import { lookup } from 'node:dns/promises'
import { isGlobalAddress } from './guarded-fetch.ts'

export const addressRefused = (why: string) =>
  Object.assign(new Error(`address not allowed: ${why}`), { code: 'ADDRESS' })

/**
 * Where a connection that is no call of HTTP goes: a host on the open internet, at one of the ports,
 * by the address that was checked; or what the operator vouches for (`inside`, `host:port`).
 */
export async function guardedAddress(
  { host, port }: { host: string; port: number },
  ports: readonly number[],
  inside: readonly string[],
): Promise<string> {
  if (inside.includes(`${host}:${port}`)) return host
  if (!ports.includes(port)) throw addressRefused(`port ${port}`)
  const found = await lookup(host, { all: true })
  const [first] = found
  if (!first || found.some(({ address, family }) => !isGlobalAddress(address, family)))
    throw addressRefused(`${host} is not on the open internet`)
  return first.address
}
