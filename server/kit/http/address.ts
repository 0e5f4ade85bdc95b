import { isIPv6 } from 'node:net'

/**
 * What an address is counted by: an IPv4 address itself, of IPv6 the /64, in which its owner may choose any address.
 * A mapped IPv4 address counts as the plain one.
 */
export function addressKey(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail = null] = plain.toLowerCase().split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === null || tail === '' ? [] : tail.split(':')
  const zeros = tail === null ? 0 : Math.max(0, 8 - front.length - back.length)
  const groups = [...front, ...Array<string>(zeros).fill('0'), ...back].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::`
}
