import type { In } from '#contracts/kit/endpoint.ts'
import type { dunning } from '#contracts/money/dunning/dunning.ts'
import { groupsOfFour } from '#contracts/money/iban.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { PdfDocument } from '#server/kit/pdf/pdf-document.ts'
import { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'
import { wire } from '../wire.ts'
import { letterInvoices, readLetter, type Letter, type LetterInvoice } from './letter-row.ts'

type Text = (key: string, data?: Record<string, unknown>) => string

const [W, H] = [210, 297]
const [LEFT, RIGHT] = [20, W - 15]
const ROW = 6
const BOTTOM = H - 28
/** Left edge and width of the columns. */
const COLUMNS = {
  number: [LEFT, 42],
  issuedOn: [LEFT + 43, 24],
  dueOn: [LEFT + 68, 24],
  daysLate: [LEFT + 93, 18],
  step: [LEFT + 112, 16],
  open: [LEFT + 130, 45],
} as const
type Column = keyof typeof COLUMNS

export const letterName = ({ madeOn, id }: Letter): string =>
  `dunning-${madeOn.replaceAll('-', '')}-${id}.pdf`

export async function letterPdf(ctx: Ctx, { id }: In<typeof dunning.pdf>): Promise<FileReply> {
  const letter = await readLetter(ctx, id)
  const bytes = await drawnLetter(ctx, letter)
  return new FileReply(letterName(letter), 'application/pdf', bytes, { isInline: true })
}

/** Drawn of what is kept with the letter: the same at every time. */
export async function drawnLetter(ctx: Ctx, letter: Letter): Promise<Buffer> {
  const t: Text = (key, data) => translate(letter.lang, 'dunning', key, data)
  return drawLetter(letter, await letterInvoices(ctx, letter.id), t)
}

function drawLetter(letter: Letter, invoices: readonly LetterInvoice[], t: Text): Buffer {
  const doc = new PdfDocument('Reminder')
  let page = new PdfSheet(doc, W, H)
  let y = head(page, letter, t)
  const room = (height: number) => {
    if (y + height <= BOTTOM) return
    foot(page, letter)
    page.end()
    page = new PdfSheet(doc, W, H)
    y = 25
  }
  titles(page, y, t)
  y += 8
  for (const row of invoices) {
    room(ROW)
    put(page, 'number', y, row.number)
    put(page, 'issuedOn', y, row.issuedOn)
    put(page, 'dueOn', y, row.dueOn)
    put(page, 'daysLate', y, String(row.daysLate))
    put(page, 'step', y, String(row.step))
    put(page, 'open', y, `${wire(row.open, row.currency)} ${row.currency}`)
    y += ROW
  }
  page.line(LEFT, y + 1, RIGHT, y + 1)
  y += 4
  for (const currency of new Set(invoices.map((row) => row.currency))) {
    room(60)
    y = sums(page, y, currency, invoices, t)
    y = bank(page, y, currency, letter, t)
  }
  foot(page, letter)
  page.end()
  return doc.end()
}

/** Address, title and words; answers where the table begins. */
function head(page: PdfSheet, letter: Letter, t: Text): number {
  const { seller, buyer, title, body, madeOn } = letter
  page.text(LEFT, 15, seller.name, 110, { size: 5, bold: true })
  page.text(LEFT, 44, [seller.name, ...addressOf(seller)].join(' · '), 85, { size: 2.3 })
  page.block(LEFT, 49, 85, 32, [
    { text: buyer.name, bold: true, size: 3.8 },
    ...addressOf(buyer).map((text) => ({ text, size: 3.6 })),
  ])
  page.text(118, 49, t('paper.date'), 33, { size: 3 })
  page.text(152, 49, madeOn, RIGHT - 152, { size: 3.2, align: 'right' })
  if (buyer.code) {
    page.text(118, 54.4, t('paper.customerNo'), 33, { size: 3 })
    page.text(152, 54.4, buyer.code, RIGHT - 152, { size: 3.2, align: 'right' })
  }
  page.text(LEFT, 90, title, RIGHT - LEFT, { size: 5.5, bold: true })
  const lines = body.split('\n').map((text) => (text === '' ? ' ' : text))
  page.block(LEFT, 101, RIGHT - LEFT, 62, lines, 3.6)
  return 168
}

const addressOf = ({
  street,
  postalCode,
  city,
  country,
}: Pick<Letter['buyer'], 'street' | 'postalCode' | 'city' | 'country'>): string[] =>
  [street, [postalCode, city].filter(Boolean).join(' '), country].filter(
    (line): line is string => line !== null && line !== '',
  )

function titles(page: PdfSheet, y: number, t: Text): void {
  for (const key of Object.keys(COLUMNS) as Column[]) put(page, key, y, t(`paper.${key}`), true)
  page.line(LEFT, y + 6, RIGHT, y + 6)
}

function put(page: PdfSheet, column: Column, y: number, text: string, bold = false): void {
  const [x, width] = COLUMNS[column]
  const align = column === 'open' || column === 'daysLate' ? 'right' : 'left'
  page.text(x, y, text, width, { size: 3.2, bold, align })
}

function sums(
  page: PdfSheet,
  top: number,
  currency: string,
  invoices: readonly LetterInvoice[],
  t: Text,
): number {
  const own = invoices.filter((row) => row.currency === currency)
  const of = (key: 'open' | 'fee' | 'interest') =>
    own.reduce((sum, row) => sum + BigInt(row[key]), 0n)
  const [open, fee, interest] = [of('open'), of('fee'), of('interest')]
  let y = top
  const line = (name: string, minor: bigint, bold = false) => {
    const amount = `${wire(minor, currency)} ${currency}`
    page.text(LEFT + 76, y, name, 52, { size: bold ? 4 : 3.2, bold })
    page.text(LEFT + 130, y, amount, 45, { size: bold ? 4 : 3.2, bold, align: 'right' })
    y += bold ? 7.5 : 5.4
  }
  line(t('paper.open'), open)
  if (fee > 0n) line(t('fee'), fee)
  if (interest > 0n) line(t('interest'), interest)
  line(t('paper.total'), open + fee + interest, true)
  return y
}

function bank(page: PdfSheet, top: number, currency: string, letter: Letter, t: Text): number {
  const to = letter.payTo[currency]
  let y = top
  page.text(LEFT, y, t('paper.payBy', { day: letter.payBy }), 128, { size: 3.2, bold: true })
  y += 5
  if (!to) return y + 3
  const facts: [string, string | null][] = [
    [t('paper.holder'), to.holder],
    [t('paper.bank'), to.bankName],
    ['IBAN', to.iban && groupsOfFour(to.iban)],
    ['BIC', to.bic],
    [t('paper.accountNo'), to.iban ? null : to.accountNo],
  ]
  for (const [name, value] of facts) {
    if (!value) continue
    page.text(LEFT, y, `${name}: ${value}`, 128, { size: 3.2 })
    y += 5
  }
  return y + 3
}

function foot(page: PdfSheet, { seller }: Letter): void {
  page.line(LEFT, H - 24, RIGHT, H - 24)
  const words = [
    [seller.name, ...addressOf(seller)].join(', '),
    [seller.vatId, seller.registerNo, seller.email, seller.phone].filter(Boolean).join(' · '),
  ]
  page.block(LEFT, H - 22, 170, 10, words, 2.6)
}
