import { lazy, Suspense, type ReactNode } from 'react'
import type { T } from '../../../kit/text/i18n.ts'

const RechargeLink = lazy(async () => ({
  default: (await import('./form/price/payer-note.tsx')).RechargeLink,
}))

/** Doubts a message names; the check in the order's details lists all. */
const NAMED = 3

/**
 * What is to be checked about one order, as a message of a few lines: `key`, or `key.more`; where
 * money is missing, with the way to a recharge.
 */
export function doubtsInWords(
  t: T,
  key: 'form.confirmedDoubts' | 'done.doubts',
  number: string,
  warnings: readonly { code: string; message: string }[],
): ReactNode {
  const doubts = [...new Set(warnings.map(({ message }) => message))]
  const text = t(doubts.length > NAMED ? `${key}.more` : key, {
    number,
    doubts: doubts.slice(0, NAMED).join(' '),
    count: doubts.length - NAMED,
  })
  if (!warnings.some(({ code }) => code.startsWith('charge.short'))) return text
  return withRecharge(text)
}

/** A message about missing money, with the way to a recharge. */
export const withRecharge = (text: string): ReactNode => (
  <>
    {text}{' '}
    <Suspense>
      <RechargeLink />
    </Suspense>
  </>
)
