import { now } from '#server/kit/runtime/clock.ts'
import { addressKey, isNetworked, networkKey } from '#server/kit/http/address.ts'
import { failTooMany } from '#server/kit/http/errors.ts'

export interface DailyLimit {
  spend(ip: string): void
}

const DAY_MS = 86_400_000
/** More addresses than this in a day push out those that asked the longest ago: memory is bounded. */
const MAX_ADDRESSES = 100_000
/** As often as one address a network of IPv6 may ask, in which its owner has 65,536 of them. */
const PER_NETWORK = 10

/**
 * So many questions per address and day (security.md §6.8), counted from midnight UTC in this
 * process.
 */
export function dailyLimit(max: number, keep = MAX_ADDRESSES): DailyLimit {
  let day = 0
  let spent = new Map<string, number>()
  const count = (key: string): number => {
    const asked = (spent.get(key) ?? 0) + 1
    // Entered once more, so that the first key is the one that asked the longest ago.
    spent.delete(key)
    spent.set(key, asked)
    for (const oldest of spent.size > keep ? spent.keys() : []) {
      spent.delete(oldest)
      break
    }
    return asked
  }
  return {
    spend(ip) {
      const today = Math.floor(now() / DAY_MS)
      if (today !== day) spent = new Map()
      day = today
      const own = count(addressKey(ip))
      const network = isNetworked(ip) ? count(`net:${networkKey(ip)}`) : 0
      if (own > max || network > max * PER_NETWORK)
        failTooMany('request.tooMany', Math.ceil(((today + 1) * DAY_MS - now()) / 1000))
    },
  }
}
