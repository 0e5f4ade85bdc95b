import type { In } from '#contracts/kit/endpoint.ts'
import type { priceTrials } from '#contracts/orders/price-trials.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { sheetReply } from '#server/kit/sheets/sheet-reply.ts'
import type { SheetCell } from '#server/kit/sheets/sheets.ts'
import { amountsOf, namesOf, readTrial, readSums, sumsBy } from './read-trial.ts'

/** Every customer with each service, then what it comes to, as a sheet. */
export async function exportTrial(
  ctx: Ctx,
  { id, exportFormat }: In<typeof priceTrials.exportXls>,
): Promise<FileReply> {
  const trial = await readTrial(ctx, id)
  const sums = await readSums(ctx, id)
  const { customers, services } = await namesOf(ctx, id)
  const t = (key: string) => translate(ctx.lang, 'prices', key)
  const cellsOf = (sum: Parameters<typeof amountsOf>[0]): SheetCell[] => {
    const { currency, orders, parcels, before, after, difference, changeBp } = amountsOf(sum)
    const change = changeBp === null ? null : (changeBp / 100).toFixed(2)
    return [currency, orders, parcels, before, after, difference, change]
  }
  const rows: SheetCell[][] = [
    ...sums.map((sum) => [
      customers.get(sum.customerId) ?? null,
      services.get(sum.serviceId)?.code ?? null,
      ...cellsOf(sum),
    ]),
    ...sumsBy(sums, () => '').map((sum) => [t('trial.total'), null, ...cellsOf(sum)]),
  ]
  return sheetReply(
    `${t('trial.file')} ${trial.versionNo}-${trial.withNo}`,
    {
      columns: [
        { title: t('trial.customer'), width: 30 },
        { title: t('trial.service'), width: 18 },
        { title: t('trial.currency'), width: 10 },
        { title: t('trial.orders'), width: 10, type: 'number' },
        { title: t('trial.parcels'), width: 10, type: 'number' },
        { title: `${t('compare.before')} (${trial.versionNo})`, width: 16, type: 'number' },
        { title: `${t('compare.after')} (${trial.withNo})`, width: 16, type: 'number' },
        { title: t('trial.difference'), width: 16, type: 'number' },
        { title: '%', width: 10, type: 'number' },
      ],
      rows,
    },
    exportFormat,
  )
}
