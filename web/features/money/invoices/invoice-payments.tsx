import { Button } from 'antd'
import { formatMoney, parseMoney } from '#contracts/kit/money.ts'
import type { InvoiceDetail } from '#contracts/money/invoices.parts.ts'
import { settlements } from '#contracts/money/corrections/settlements.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { Moment, Money } from '../../../kit/platform/cells.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { nameOfAccount } from '../../../kit/session/account-names.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { InvoiceRow } from './invoice-cells.tsx'

type Payment = InvoiceDetail['payments'][number]

/** What was open before and was given up, in the currency's own decimals. */
function sum(currency: string, ...texts: string[]): string {
  const minor = texts.reduce(
    (all, text) => all + (parseMoney(text, currency, 'any')?.minor ?? 0n),
    0n,
  )
  return formatMoney({ minor, currency })
}

/** What was paid or given up of an invoice; what was given up may be taken back. */
export function InvoicePayments({
  row,
  payments,
}: {
  row: InvoiceRow
  payments: readonly Payment[]
}) {
  const t = useT('invoices')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const undo = useAction(settlements.undo)
  const { id, version } = row
  const currency = row.currency ?? ''
  const run = async ({ id: paymentId, amount }: Payment) => {
    const wish = { amount, currency, number: row.number ?? '' }
    const reason = await confirm({
      title: t('settle.undo.title', wish),
      content: t('settle.undo.text', { ...wish, open: sum(currency, row.open ?? '0', amount) }),
      ok: t('settle.undo'),
      danger: true,
      reason: true,
    })
    if (reason !== null)
      await undo.run({ id, version, paymentId, reason }, null, t('settle.undo.done', wish))
  }
  return (
    <>
      <h3>{t('payments')}</h3>
      <ul className="inv-events">
        {payments.map((one) => (
          <li key={one.id}>
            <Moment at={one.at} /> <span>{t(`source.${one.source}`)}</span>{' '}
            <span>{nameOfAccount(one.createBy)}</span>
            <Money amount={one.amount} currency={currency} />
            {one.undoable && may(settlements.undo) && (
              <Button size="small" onClick={() => void run(one)}>
                {t('settle.undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
