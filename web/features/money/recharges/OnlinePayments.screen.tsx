import { CheckOutlined, StopOutlined } from '@ant-design/icons'
import { paymentEventList, paymentEvents } from '#contracts/money/payment-events.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { nameOfAccount } from '../../../kit/session/account-names.ts'

type Row = RowOf<typeof paymentEventList>
const COLUMNS = [
  'createTime',
  'status',
  'why',
  'kind',
  'amount',
  'currency',
  'outTradeNo',
  'rechargeId',
  'receivingAccountId',
  'settledBy',
  'remark',
] as const
const NUMBERS = ['outTradeNo', 'no']

/** What payment providers reported: what does not fit is decided here. */
export default function OnlinePayments() {
  const t = useT('payment-events')
  const may = useRightsCheck()
  const ask = useConfirm()
  const credit = useAction(paymentEvents.credit)
  const settle = useAction(paymentEvents.settle)
  const askCredit = async (row: Row) => {
    const { id, version, amount, currency } = row
    const title = t('credit.title', { amount: amount ?? '', currency: currency ?? '' })
    const content = t('credit.content', { recharge: row.rechargeId_dictText ?? '' })
    if ((await ask({ title, content, ok: t('credit') })) !== null) {
      const words = t('credit.done', {
        amount: formatNumber(amount),
        currency: currency ?? '',
        recharge: row.rechargeId_dictText ?? '',
      })
      await credit.run({ id, version }, null, words)
    }
  }
  const askSettle = async ({ id, version, outTradeNo, no }: Row) => {
    const title = t('settle.title', { no: outTradeNo ?? no ?? '' })
    const remark = await ask({ title, ok: t('settle.ok'), reason: true })
    if (remark !== null)
      await settle.run(
        { id, version, remark },
        null,
        t('settle.done', { no: outTradeNo ?? no ?? '' }),
      )
  }
  const again = useAction(paymentEvents.askRefund, { success: t('askRefund.done') })
  const decide = useAction(paymentEvents.decideRefund)
  const askDecision = async (row: Row, made: boolean) => {
    const { id, version, outTradeNo, firstBy, firstMade } = row
    const title = t(made ? 'refund.made.title' : 'refund.none.title', { no: outTradeNo ?? '' })
    const agrees = String(firstMade) === String(made)
    const content = firstBy
      ? t(agrees ? 'refund.same' : 'refund.other', { name: nameOfAccount(firstBy) })
      : t('refund.content')
    const ok = t(made ? 'refund.made' : 'refund.none')
    const evidence = await ask({ title, content, ok, reason: true })
    if (evidence !== null) {
      const done = firstBy ? (made ? 'refund.made.done' : 'refund.none.done') : 'refund.first.done'
      const words = t(done, { no: outTradeNo ?? '' })
      await decide.run({ id, version, made, evidence }, null, words)
    }
  }
  const unsureActions = (row: Row): RowAction[] => [
    {
      key: 'askRefund',
      label: t('askRefund'),
      onClick: () => void again.run({ id: row.id, version: row.version }),
    },
    { key: 'made', label: t('refund.made'), onClick: () => void askDecision(row, true) },
    { key: 'none', label: t('refund.none'), onClick: () => void askDecision(row, false) },
  ]
  const rowActions = (row: Row): RowAction[] => {
    if (row.status !== 'aside' || !may(paymentEvents.settle)) return []
    if (row.why === 'refundUnsure') return may(paymentEvents.decideRefund) ? unsureActions(row) : []
    const fits = row.kind === 'paid' && row.rechargeId !== null && row.why !== 'currencyDiffers'
    return [
      ...(fits
        ? [
            {
              key: 'credit',
              label: t('credit'),
              icon: <CheckOutlined />,
              onClick: () => void askCredit(row),
            },
          ]
        : []),
      {
        key: 'settle',
        label: t('settle'),
        icon: <StopOutlined />,
        onClick: () => void askSettle(row),
      },
    ]
  }
  return (
    <ResourceScreen
      of={paymentEventList}
      columns={COLUMNS}
      numbers={NUMBERS}
      rowActions={rowActions}
    />
  )
}
