import { now } from '#server/kit/runtime/clock.ts'
import { failTooMany } from '#server/kit/http/errors.ts'

export interface DailyLimit {
  spend(address: string): void
}

const DAY_MS = 86_400_000
/**
 * More addresses than this in a day are no longer counted one by one: memory stays
 * bounded.
 */
const MAX_ADDRESSES = 100_000

/**
 * So many questions per address and day (security.md §6.8), counted from midnight UTC in this
 * process.
 */
export function dailyLimit(max: number): DailyLimit {
  let day = 0
  let spent = new Map<string, number>()
  return {
    spend(address) {
      const today = Math.floor(now() / DAY_MS)
      if (today !== day || spent.size >= MAX_ADDRESSES) spent = new Map()
      day = today
      const count = (spent.get(address) ?? 0) + 1
      spent.set(address, count)
      if (count > max)
        failTooMany('request.tooMany', Math.ceil(((today + 1) * DAY_MS - now()) / 1000))
    },
  }
}
