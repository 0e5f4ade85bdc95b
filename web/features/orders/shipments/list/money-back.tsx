import type { Out } from '#contracts/kit/endpoint.ts'
import { formatDecimal, parseDecimal } from '#contracts/kit/units.ts'
import { ENDING_WAYS, charging } from '#contracts/orders/charging.ts'
import { call } from '../../../../kit/http/api.ts'
import { formatNumber } from '../../../../kit/text/formats.ts'
import { useT, type T } from '../../../../kit/text/i18n.ts'

type Money = Out<typeof charging.ending>

export interface MoneyBack {
  /** What would come back, a sentence for each way. */
  question: readonly string[]
  /** What came back since, behind the message that it was done. */
  after(text: string): Promise<string>
}

/** What an action on these orders does to the accounts of their customers. */
export async function moneyOf(t: T, ids: readonly string[]): Promise<MoneyBack> {
  const read = (): Promise<Money> =>
    call(charging.ending, { ids: [...ids] }, { quiet: true }).catch(() => [])
  const before = await read()
  return {
    question: inWords(t, 'ask', before),
    after: async (text) => {
      if (before.length === 0) return text
      const left = await read()
      const back = before.map((sum) => {
        const still = left.find(({ currency }) => currency === sum.currency)
        return {
          currency: sum.currency,
          charged: less(sum.charged, still?.charged),
          held: less(sum.held, still?.held),
          waiting: less(sum.waiting, still?.waiting),
        }
      })
      return inWords(t, 'done', back).reduce(
        (so, money) => t('done.back', { text: so, money }),
        text,
      )
    },
  }
}

const SCALE = 4
const minorOf = (amount: string): bigint => parseDecimal(amount, SCALE) ?? 0n
/** An amount without what is left of it, with the decimals of its currency. */
function less(amount: string, left = '0'): string {
  const decimals = amount.split('.')[1]?.length ?? 0
  const minor = minorOf(amount) - minorOf(left)
  return formatDecimal(minor > 0n ? minor : 0n, SCALE, { minDecimals: decimals })
}

function inWords(t: T, when: 'ask' | 'done', money: Money): string[] {
  return ENDING_WAYS.flatMap((way) => {
    const sums = money
      .filter((sum) => minorOf(sum[way]) > 0n)
      .map((sum) => `${formatNumber(sum[way])} ${sum.currency}`)
    return sums.length > 0 ? [t(`${when}.back.${way}`, { sums: sums.join(' + ') })] : []
  })
}

/** What comes, or came, of the customers' money. */
export function MoneyBackText({ when, money }: { when: 'ask' | 'done'; money: Money }) {
  const t = useT('shipments')
  return inWords(t, when, money).map((text) => <p key={text}>{text}</p>)
}
