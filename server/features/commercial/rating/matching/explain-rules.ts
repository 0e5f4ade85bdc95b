import type { WhyLost, WhyMatched } from '#contracts/commercial/rating.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import { translate } from '#server/kit/http/texts.ts'
import { compareRules, isFor, matchRules, whyMatched } from './match-rules.ts'
import { normalisePostcode } from '../postcodes.ts'
import { isValidOn } from '../tariff.ts'
import type { AreaRule, RatingAddress } from '../tariff.ts'

/** A row that is for an address, in words; the one that decides has no reason against it. */
export interface ExplainedRule<R> {
  row: R
  kind: WhyMatched
  text: string
  lost: { reason: WhyLost; why: string } | null
}

/**
 * All rows that are for an address, the one that decides first: the others with what decided
 * against them, last those that are not valid on the day. `tableOf`: rows of a lower table go
 * before those of a higher one, however closely they describe the address.
 */
export function explainRules<R extends AreaRule>(
  rows: readonly R[],
  asked: { lang: Lang; address: RatingAddress; date: string; tableOf?: (row: R) => number },
): ExplainedRule<R>[] {
  const { lang, address, date, tableOf = () => 0 } = asked
  const words = (key: string, params: Record<string, string> = {}) =>
    translate(lang, 'rating', key, params)
  const matched = [...Map.groupBy(rows, tableOf)]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, group]) => matchRules(group, address, date))
  const others = rows.filter((row) => !isValidOn(row, date) && isFor(row, address))
  const [winner] = matched
  const lostOf = (row: R): WhyLost =>
    !isValidOn(row, date) || !winner
      ? 'dates'
      : tableOf(row) === tableOf(winner)
        ? compareRules(winner, row).why
        : 'table'
  return [...matched, ...others].map((row) => {
    const kind = whyMatched(row, address)
    const reason = row === winner ? null : lostOf(row)
    return {
      row,
      kind,
      text: words(`why.${kind}`, {
        country: row.country,
        postcode: normalisePostcode(address.postalCode, address.country),
        from: row.from ?? '',
        to: row.to || (row.from ?? ''),
      }),
      lost: reason && {
        reason,
        why: words(`lost.${reason}`, {
          date,
          kind: words(`kind.${kind}`),
          winner: winner ? words(`kind.${whyMatched(winner, address)}`) : '',
        }),
      },
    }
  })
}
