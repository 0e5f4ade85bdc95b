import { isIPv6 } from 'node:net'

/**
 * What an address is counted by: an IPv4 address itself, of IPv6 the /64, in which its owner may
 * choose any address. A mapped IPv4 address counts as the plain one.
 */
export function addressKey(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)[0]!
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::` : plain
}

/** The network an address is counted in, in addition to itself: /24 of IPv4, /48 of IPv6. */
export function networkKey(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)[0]!
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 3).join(':')}::` : plain.replace(/\.\d+$/, '')
}

/** Whether the owner of an address has a network of them to call from. */
export const isNetworked = (ip: string): boolean => addressKey(ip).includes(':')

/** The groups of an IPv6 address, written out and without leading zeros. */
function groupsOf(ip: string): string[] {
  const [head = '', tail = null] = ip.toLowerCase().split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === null || tail === '' ? [] : tail.split(':')
  const zeros = tail === null ? 0 : Math.max(0, 8 - front.length - back.length)
  return [...front, ...Array<string>(zeros).fill('0'), ...back].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  )
}
