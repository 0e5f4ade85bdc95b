import { groupsOfFour } from '#contracts/money/iban.ts'
import type { InvoiceParty } from '#contracts/money/invoices.parts.ts'
import type { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'

/** The edges of a letter to a customer, in millimetres. */
export const LETTER = { left: 20, right: 15 } as const
const [LEFT, RIGHT] = [LETTER.left, 210 - LETTER.right]
/** Fields next to the address. */
const [NAMES, VALUES] = [118, 152]

type Address = Pick<InvoiceParty, 'name' | 'street' | 'postalCode' | 'city' | 'country'>

/** An address as lines of a letter, without the name. */
const addressOf = ({ street, postalCode, city, country }: Address): string[] =>
  [street, [postalCode, city].filter(Boolean).join(' '), country].filter(
    (line): line is string => line !== null && line !== '',
  )

/** Who writes, to whom, and what the letter is about; nothing where a draft has no seller yet. */
export function drawLetterHead(
  page: PdfSheet,
  {
    from,
    to,
    more = [],
    facts,
  }: {
    from: Address | null
    to: Address | null
    /** Further lines below the address. */
    more?: readonly { text: string; size: number }[]
    facts: readonly (readonly [name: string, value: string | null | undefined])[]
  },
): void {
  if (from) {
    page.text(LEFT, 15, from.name, 110, { size: 5, bold: true })
    page.text(LEFT, 44, [from.name, ...addressOf(from)].join(' · '), 85, { size: 2.3 })
  }
  page.block(LEFT, 49, 85, 32, [
    { text: to?.name ?? '', bold: true, size: 3.8 },
    ...(to ? addressOf(to).map((text) => ({ text, size: 3.6 })) : []),
    ...more,
  ])
  let y = 44
  for (const [name, value] of facts) {
    if (!value) continue
    page.text(NAMES, y, name, VALUES - NAMES - 1, { size: 3 })
    page.text(VALUES, y, value, RIGHT - VALUES, { size: 3.2, align: 'right' })
    y += 5.4
  }
}

/** The seller's line at the foot of each page, and which page it is. */
export function drawLetterFoot(
  page: PdfSheet,
  from: Address | null,
  facts: readonly (string | null | undefined)[],
  no: string,
): void {
  const top = page.height - 24
  page.line(LEFT, top, RIGHT, top)
  if (from) {
    const words = [[from.name, ...addressOf(from)].join(', '), facts.filter(Boolean).join(' · ')]
    page.block(LEFT, top + 2, 140, 10, words, 2.6)
  }
  page.text(RIGHT - 30, top + 2, no, 30, { size: 2.6, align: 'right' })
}

/** A sum at the right edge; answers where the next one goes. */
export function drawSum(
  page: PdfSheet,
  y: number,
  [name, amount]: readonly [string, string],
  bold = false,
): number {
  const size = bold ? 4 : 3.2
  page.text(LEFT + 76, y, name, 52, { size, bold })
  page.text(LEFT + 130, y, amount, 45, { size, bold, align: 'right' })
  return y + (bold ? 7.5 : 5.4)
}

/** Where to pay; answers where the next line goes. */
export function drawBank(
  page: PdfSheet,
  y: number,
  to: {
    holder: string | null
    bankName: string | null
    iban: string | null
    bic: string | null
    accountNo: string | null
  },
  t: (key: string) => string,
  more: readonly (readonly [string, string | null])[] = [],
): number {
  const facts = [
    [t('paper.holder'), to.holder],
    [t('paper.bank'), to.bankName],
    ['IBAN', to.iban && groupsOfFour(to.iban)],
    ['BIC', to.bic],
    [t('paper.accountNo'), to.iban ? null : to.accountNo],
    ...more,
  ] as const
  let top = y
  for (const [name, value] of facts) {
    if (!value) continue
    page.text(LEFT, top, `${name}: ${value}`, 128, { size: 3.2 })
    top += 5
  }
  return top
}
