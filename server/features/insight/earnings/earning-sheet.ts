import type { earnings } from '#contracts/insight/earnings.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { SEE_COSTS, SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failDenied } from '#server/kit/http/errors.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { sheetReply } from '#server/kit/sheets/sheet-reply.ts'
import type { SheetCell } from '#server/kit/sheets/sheets.ts'
import { spansOf, sumsOf } from './read-earnings.ts'
import { largestFirst, textsOf, wireIn } from './summarise.ts'

/** One breakdown with all its rows, in all currencies. */
export async function earningSheet(ctx: Ctx, asked: In<typeof earnings.sheet>): Promise<FileReply> {
  if (!ctx.can(SEE_PRICES)) failDenied()
  const { by } = asked
  const { span } = await spansOf(ctx, asked)
  const t = (key: string) => translate(ctx.lang, 'earnings', key)
  const costs = ctx.can(SEE_COSTS)
  const found = largestFirst(await sumsOf(ctx, asked, span), by)
  const rows =
    by === 'day' ? found.toSorted((a, b) => (a.key ?? '').localeCompare(b.key ?? '')) : found
  const textOf =
    by === 'day'
      ? (key: string | null) => key ?? ''
      : await textsOf(
          ctx,
          by,
          rows.map(({ key }) => key),
        )
  const cells = rows.map((row): SheetCell[] => {
    const { revenue, cost, margin } = wireIn(ctx, row.currency)(row)
    return [textOf(row.key), row.currency, revenue, ...(costs ? [cost, margin] : [])]
  })
  const amount = (key: string) => ({
    title: translate(ctx.lang, 'figures', key),
    type: 'number' as const,
    width: 16,
  })
  return sheetReply(
    `${t('title')}-${t(`by.${by}`)}-${span.from}-${span.to}`,
    {
      columns: [
        { title: t(`by.${by}`), width: 28 },
        { title: t('currency'), width: 8 },
        amount('revenue'),
        ...(costs ? [amount('cost'), amount('margin')] : []),
      ],
      rows: cells,
    },
    asked.format ?? 'xlsx',
  )
}
