import { lookup as resolve, type LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as openPlain } from 'node:http'
import { request as open } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { Readable } from 'node:stream'

const CONNECT_MS = 5_000

const closed = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(net, bits)
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(net, bits, 'ipv6')
const internet6 = new BlockList()
internet6.addSubnet('2000::', 3, 'ipv6')

/**
 * True for an address on the open internet: no private, loopback, link-local, mapped or
 * documentation range.
 */
export function isGlobalAddress(address: string, family: number): boolean {
  return family === 6
    ? internet6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
    : !closed.check(address, 'ipv4')
}

/**
 * Why an address may not be called, or null. `hosts` are lower-case names; only https on its own
 * port.
 */
export function addressIssue(
  url: URL,
  hosts: readonly string[],
): 'scheme' | 'port' | 'credentials' | 'host' | null {
  if (url.protocol !== 'https:') return 'scheme'
  if (url.port !== '') return 'port'
  if (url.username !== '' || url.password !== '') return 'credentials'
  // A bare address is never looked up, so the look-up could not check it.
  return isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 && hosts.includes(url.hostname)
    ? null
    : 'host'
}

/** Whether the operator allows an address by name, `host:port`. */
export const isVouched = (url: URL, inside: readonly string[]): boolean =>
  inside.includes(
    url.port === '' ? `${url.hostname}:${url.protocol === 'http:' ? 80 : 443}` : url.host,
  )

/**
 * A `fetch` that reaches the named hosts and nothing else (security.md §6.14, outbound guard): the
 * name is resolved once and the connection goes to the address that was checked, so a name that
 * changes its mind leads nowhere; a redirect is not followed. `inside`: `host:port` the operator
 * allows, also in private networks and without TLS. Rejects with a TypeError whose `cause.code`
 * has the reason, as with fetch.
 */
export function guardedFetch(
  hosts: readonly string[],
  inside: readonly string[] = [],
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const vouched = isVouched(url, inside)
    const issue = vouched ? null : addressIssue(url, hosts)
    if (issue) throw refused(`ADDRESS_${issue.toUpperCase()}`)
    const body = request.body === null ? null : Buffer.from(await request.arrayBuffer())
    return await new Promise<Response>((done, failed) => {
      const outgoing = (url.protocol === 'http:' ? openPlain : open)(
        url,
        {
          method: request.method,
          headers: Object.fromEntries(request.headers),
          signal: request.signal,
          ...(vouched ? {} : { lookup: checkedLookup }),
          agent: false,
        },
        (incoming) => {
          const status = incoming.statusCode ?? 0
          if (status >= 300 && status < 400) {
            incoming.destroy()
            return failed(refused('REDIRECT'))
          }
          const empty = [204, 205, 304].includes(status)
          done(
            new Response(empty ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>), {
              status,
              headers: headersOf(incoming.headers),
            }),
          )
        },
      )
      const connecting = setTimeout(
        () => outgoing.destroy(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT' })),
        CONNECT_MS,
      )
      outgoing.on('socket', (socket) =>
        socket.once(url.protocol === 'http:' ? 'connect' : 'secureConnect', () =>
          clearTimeout(connecting),
        ),
      )
      outgoing.on('close', () => clearTimeout(connecting))
      outgoing.on('error', (cause) => failed(new TypeError('fetch failed', { cause })))
      outgoing.end(body ?? undefined)
    })
  }
}

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

type Lookup = NonNullable<
  Parameters<typeof open>[1] extends infer O ? (O extends { lookup?: infer L } ? L : never) : never
>

/** Refuse the name if any of its addresses is private. */
const checkedLookup: Lookup = (host, options, answer) => {
  resolve(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return answer(error, '', 0)
    const first = addresses[0]
    if (!first || addresses.some(({ address, family }) => !isGlobalAddress(address, family)))
      return answer(refusedLookup(), '', 0)
    if (options.all)
      return (answer as unknown as (error: null, found: LookupAddress[]) => void)(null, addresses)
    answer(null, first.address, first.family)
  })
}

const refusedLookup = (): NodeJS.ErrnoException =>
  Object.assign(new Error('address not allowed'), { code: 'ADDRESS_PRIVATE' })
const refused = (code: string): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })

function headersOf(from: NodeJS.Dict<string | string[]>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(from))
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one)
  return headers
}
