import type { T } from '../../../kit/text/i18n.ts'

/** Doubts a message names; the check in the order's details lists all. */
const NAMED = 3

/** What is to be checked about one order, as a message of a few lines: `key`, or `key.more`. */
export function doubtsInWords(
  t: T,
  key: 'form.confirmedDoubts' | 'done.doubts',
  number: string,
  warnings: readonly { message: string }[],
): string {
  const doubts = [...new Set(warnings.map(({ message }) => message))]
  return t(doubts.length > NAMED ? `${key}.more` : key, {
    number,
    doubts: doubts.slice(0, NAMED).join(' '),
    count: doubts.length - NAMED,
  })
}
