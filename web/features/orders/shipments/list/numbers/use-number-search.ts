import { useEffect, useMemo } from 'react'
import { WORDS_MAX } from '#contracts/orders/shipments.parts.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { useAddress } from '../../../../../kit/list/use-address.ts'
import type { ApiError } from '../../../../../kit/http/api.ts'
import { useApi } from '../../../../../kit/http/query.ts'
import { fromAddress, toAddress } from '../../../../../kit/list/long-values.ts'
import { pastedNumbers } from '../../../../../kit/list/filters/pasted-numbers.ts'
import { useStableCallback } from '../../../../../kit/platform/use-stable-callback.ts'

export interface NumberSearch {
  numbers: readonly string[]
  /** Orders that carry one of the numbers; null while nothing is searched or not known yet. */
  orderIds: readonly string[] | null
  missing: readonly string[]
  searching: boolean
  error: ApiError | null
  /** What is looked for that is no number: a part of a name, a town, a postcode, a mail. */
  words: string
  /** `line`: they were typed in one line, and may be words that belong together. */
  set(numbers: readonly string[], line?: boolean): void
  setWords(words: string): void
  retry(): void
}
const PARAM = 'nos'
const WORDS = 'words'
const NONE: readonly string[] = []

/** Terms in one line, of which one at least has letters only: `12629 Berlin`. */
const isLine = (requested: string): boolean =>
  requested.length <= WORDS_MAX &&
  !requested.includes(',') &&
  /(^| )[^\d ]*\p{L}[^\d ]*( |$)/u.test(requested)

/**
 * Numbers of any kind, kept in the address: which orders they belong to, and which belong to none.
 */
export function useNumberSearch(): NumberSearch {
  const [params, setParams] = useAddress()
  const requested = fromAddress(params.get(PARAM)) ?? ''
  const numbers = useMemo(() => pastedNumbers(requested).numbers, [requested])
  const found = useApi(
    tracking.search,
    { nos: [...numbers] },
    { enabled: numbers.length > 0, quiet: true },
  )
  const answer = numbers.length > 0 ? found.data : undefined
  const missing = useMemo(
    () => (answer ? answer.filter((one) => !one.shipmentId).map((one) => one.asked) : NONE),
    [answer],
  )
  const toWords = (words: string, replace = false) =>
    setParams(
      (now) => {
        for (const name of ['pageNo', PARAM]) now.delete(name)
        // A comma would part them as numbers.
        now.set(WORDS, words.replace(/[\s,;，；、|]+/g, ' ').trim())
        return now
      },
      { replace },
    )
  // One term that is no whole number is a part of one, of a phone or a name, as in the quick search; so are
  // a postcode and its town.
  const isPart =
    missing.length > 0 &&
    missing.length === numbers.length &&
    (numbers.length === 1 || isLine(requested))
  const askWords = useStableCallback(() => toWords(numbers.join(' '), true))
  useEffect(() => {
    if (isPart) askWords()
  }, [isPart, askWords])
  return {
    numbers,
    orderIds: useMemo(
      () =>
        answer
          ? [...new Set(answer.flatMap((one) => (one.shipmentId ? [one.shipmentId] : [])))]
          : null,
      [answer],
    ),
    missing,
    words: fromAddress(params.get(WORDS)) ?? '',
    searching: numbers.length > 0 && (found.isPending || isPart),
    error: numbers.length > 0 ? found.error : null,
    set: (next, line = false) =>
      setParams((now) => {
        for (const name of ['pageNo', WORDS]) now.delete(name)
        if (next.length > 0) now.set(PARAM, toAddress(next.join(line ? ' ' : ',')))
        else now.delete(PARAM)
        return now
      }),
    setWords: (words) => toWords(words),
    retry: () => void found.refetch(),
  }
}
