import { Button, Modal, Spin } from 'antd'
import { bankInvoices } from '#contracts/money/bank-invoices.ts'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { Money } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import './bank-lines.css'

/** Which payment of invoices an outgoing movement took back. */
export default function ReturnedDialog({
  lineId,
  onClose,
}: {
  lineId: string
  onClose: () => void
}) {
  const t = useT('bank-lines')
  const found = useApi(bankInvoices.returnable, { lineId })
  const back = useAction(bankInvoices.takeBack, { onDone: onClose })
  return (
    <Modal open width={640} title={t('returned.title')} footer={null} onCancel={onClose}>
      {found.isPending && <Spin />}
      {found.data?.length === 0 && <p className="py-hint">{t('returned.none')}</p>}
      <ul className="bkl-list">
        {(found.data ?? []).map((one) => (
          <li key={one.id}>
            <div>
              <Money amount={one.amount} currency={one.currency} /> · {one.bookedOn} ·{' '}
              {one.counterparty}
              <br />
              {one.settles}
              {!/^0+(\.0+)?$/.test(one.fee) && (
                <>
                  {' · '}
                  {t('returned.fee', { fee: formatNumber(one.fee), currency: one.currency })}
                </>
              )}
            </div>
            <Button
              danger
              loading={back.busy}
              onClick={() =>
                void back.run(
                  { lineId, paidLineId: one.id },
                  null,
                  t('returned.done', {
                    settles: one.settles,
                    amount: formatNumber(one.amount),
                    currency: one.currency,
                  }),
                )
              }
            >
              {t('returned.ok')}
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
