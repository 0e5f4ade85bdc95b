import type { In } from '#contracts/kit/endpoint.ts'
import type { dunning } from '#contracts/money/dunning/dunning.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { type Column, Pages } from '#server/kit/pdf/pages.ts'
import { PaperDocument } from '#server/kit/pdf/paper.ts'
import type { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'
import {
  drawBank,
  drawLetterFoot,
  drawLetterHead,
  drawSum,
  LETTER,
} from '../papers/letter-paper.ts'
import { wire } from '../wire.ts'
import { letterInvoices, readLetter, type Letter, type LetterInvoice } from './letter-row.ts'

type Text = (key: string, data?: Record<string, unknown>) => string

const [LEFT, RIGHT] = [LETTER.left, 210 - LETTER.right]

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
  return await drawLetter(letter, await letterInvoices(ctx, letter.id), t)
}

async function drawLetter(
  letter: Letter,
  invoices: readonly LetterInvoice[],
  t: Text,
): Promise<Buffer> {
  const { seller } = letter
  const doc = new PaperDocument('Reminder')
  const pages = new Pages(
    doc,
    LETTER,
    (page) => head(page, letter, t),
    () => 25,
  )
  const columns: Column[] = [
    { caption: t('paper.number'), width: 43 },
    { caption: t('paper.issuedOn'), width: 25 },
    { caption: t('paper.dueOn'), width: 25 },
    { caption: t('paper.daysLate'), width: 19, align: 'right' },
    { caption: t('paper.step'), width: 18 },
    { caption: t('paper.open'), width: 45, align: 'right' },
  ]
  pages.table({
    columns,
    rows: invoices.map(({ number, issuedOn, dueOn, daysLate, step, open, currency }) => ({
      cells: [
        number,
        issuedOn,
        dueOn,
        String(daysLate),
        String(step),
        `${wire(open, currency)} ${currency}`,
      ],
    })),
  })
  pages.rule()
  pages.y += 3
  for (const currency of new Set(invoices.map((row) => row.currency))) {
    pages.room(60)
    sums(pages, currency, invoices, t)
    bank(pages, currency, letter, t)
  }
  pages.end((page, no) =>
    drawLetterFoot(
      page,
      seller,
      [seller.vatId, seller.registerNo, seller.email, seller.phone],
      `${no.page}/${no.pages}`,
    ),
  )
  return await doc.end()
}

/** Address, title and words; answers where the table begins. */
function head(page: PdfSheet, letter: Letter, t: Text): number {
  const { seller, buyer, title, body, madeOn } = letter
  drawLetterHead(page, {
    from: seller,
    to: buyer,
    facts: [
      [t('paper.date'), madeOn],
      [t('paper.customerNo'), buyer.code],
    ],
  })
  page.text(LEFT, 90, title, RIGHT - LEFT, { size: 5.5, bold: true })
  const lines = body.split('\n').map((text) => (text === '' ? ' ' : text))
  page.block(LEFT, 101, RIGHT - LEFT, 62, lines, 3.6)
  return 168
}

function sums(pages: Pages, currency: string, invoices: readonly LetterInvoice[], t: Text): void {
  const own = invoices.filter((row) => row.currency === currency)
  const of = (key: 'open' | 'fee' | 'interest') =>
    own.reduce((sum, row) => sum + BigInt(row[key]), 0n)
  const [open, fee, interest] = [of('open'), of('fee'), of('interest')]
  const line = (name: string, minor: bigint, bold = false) => {
    const amount = `${wire(minor, currency)} ${currency}`
    pages.y = drawSum(pages.page, pages.y, [name, amount], bold)
  }
  line(t('paper.open'), open)
  if (fee > 0n) line(t('fee'), fee)
  if (interest > 0n) line(t('interest'), interest)
  line(t('paper.total'), open + fee + interest, true)
}

function bank(pages: Pages, currency: string, letter: Letter, t: Text): void {
  const to = letter.payTo[currency]
  const by = t('paper.payBy', { day: letter.payBy })
  pages.page.text(LEFT, pages.y, by, 128, { size: 3.2, bold: true })
  pages.y += 5
  if (to) pages.y = drawBank(pages.page, pages.y, to, t)
  pages.y += 3
}
