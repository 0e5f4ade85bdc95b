import { Button, Modal, Spin } from 'antd'
import { useId, useState } from 'react'
import { bankLines, type bankLineList } from '#contracts/money/bank-lines.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { groupsOfFour } from '#contracts/money/iban.ts'
import { parseMoney } from '#contracts/kit/money.ts'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { Money } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { PayInvoices } from './pay-invoices.tsx'
import './bank-lines.css'

type Line = RowOf<typeof bankLineList>
type Suggestion = Out<typeof bankLines.suggest>[number]

/** Invoices and recharges a movement may belong to; what belongs to none is credited to a customer. */
export default function MatchDialog({ line, onClose }: { line: Line; onClose: () => void }) {
  const t = useT('bank-lines')
  const id = useId()
  const found = useApi(bankLines.suggest, { id: line.id })
  const [amount, currency] = [line.amount ?? '', line.currency ?? '']
  const money = { amount: formatNumber(amount), currency }
  const match = useAction(bankLines.match, { success: false })
  const assign = useAction(bankLines.assign, {
    success: (done) =>
      t('assign.done', { ...money, reference: (done as Line).rechargeId_dictText ?? '' }),
    onDone: onClose,
  })
  const notify = useNotify()
  const take = async ({ id: rechargeId, customer, reference }: Suggestion) => {
    const done = await match.run({ id: line.id, rechargeId })
    if (!done.ok) return
    notify.success(t('match.done', { ...money, customer, reference: groupsOfFour(reference) }))
    onClose()
  }
  const [customerId, setCustomerId] = useState<string | null>(null)
  const pay = { lineId: line.id, amount, currency, onDone: onClose }
  return (
    <Modal open width={680} title={t('match.title')} footer={null} onCancel={onClose}>
      <p className="bkl-line">
        <Money amount={amount} currency={currency} /> · {line.bookedOn} · {line.counterparty}
        <br />
        <small>{line.text}</small>
      </p>
      {customerId === null && <PayInvoices {...pay} />}
      <h3>{t('recharges')}</h3>
      {found.isPending && <Spin />}
      {found.data?.length === 0 && <p className="py-hint">{t('match.none')}</p>}
      <ul className="bkl-list">
        {(found.data ?? []).map((one) => (
          <li key={one.id}>
            <div>
              <strong>{one.customer}</strong> {groupsOfFour(one.reference)}
              <br />
              {t('match.open', { open: formatNumber(one.open), currency: one.currency })}{' '}
              <StatusTag tone={one.why === 'reference' ? 'done' : 'waiting'}>
                {t(`match.why.${one.why}`)}
              </StatusTag>{' '}
              <Difference one={one} amount={amount} />
            </div>
            <Button
              type={one.why === 'reference' ? 'primary' : 'default'}
              loading={match.busy}
              onClick={() => void take(one)}
            >
              {t('match.ok')}
            </Button>
          </li>
        ))}
      </ul>
      <h3>
        <label htmlFor={id}>{t('assign')}</label>
      </h3>
      <div className="bkl-assign">
        <RefSelect
          id={id}
          of="customers"
          value={customerId}
          placeholder={t('assign.customer')}
          onChange={(value) => setCustomerId(typeof value === 'string' ? value : null)}
        />
      </div>
      {customerId !== null && <PayInvoices {...pay} customerId={customerId} />}
      <div className="bkl-assign">
        <Button
          disabled={customerId === null}
          loading={assign.busy}
          onClick={() => {
            if (customerId !== null) void assign.run({ id: line.id, customerId })
          }}
        >
          {t('assign.ok', money)}
        </Button>
      </div>
    </Modal>
  )
}

/** Less than is open, or more. */
function Difference({ one, amount }: { one: Suggestion; amount: string }) {
  const t = useT('bank-lines')
  const minor = (text: string) => parseMoney(text, one.currency, 'nonNegative')?.minor ?? 0n
  const [open, came] = [minor(one.open), minor(amount)]
  if (open === came || open === 0n) return null
  return <StatusTag tone="warning">{t(came > open ? 'match.over' : 'match.part')}</StatusTag>
}
