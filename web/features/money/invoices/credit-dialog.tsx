import { Checkbox, Form, Input, Radio } from 'antd'
import { invoices } from '#contracts/money/invoices.ts'
import { TAX_ITEM } from '#contracts/money/tax.ts'
import { DecimalInput } from '../../../kit/form/decimal-input.tsx'
import { formatNumber } from '../../../kit/text/formats.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useSelection } from '../../../kit/list/use-selection.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { less } from '../recharges/index.ts'
import type { InvoiceRow } from './invoice-cells.tsx'
import { useItemName, useTaxName } from './line-table.tsx'
import { Positions, type PositionRow } from './positions.tsx'

interface Values {
  which: 'whole' | 'some' | 'lines'
  lineNos: number[]
  amount: string
  frees: boolean
  reason: string
}

const NONE: readonly PositionRow[] = []

/** Lines of the invoice, and how much of them goes back: all that is left without an amount. */
function LinesAndAmount({ id, currency }: { id: string; currency: string }) {
  const t = useT('invoices')
  const itemName = useItemName()
  const taxName = useTaxName()
  const { data } = useApi(invoices.detail, { id })
  return (
    <>
      <Form.Item className="py-form-wide" name="lineNos" label={t('credit.lines.chosen')}>
        <Checkbox.Group
          className="inv-choices"
          options={(data?.lines ?? []).map((line) => ({
            value: line.lineNo,
            label: `${[
              line.service,
              itemName(line.tradeItem),
              taxName(line.taxCountry, line.taxCategory, line.taxRate),
            ]
              .filter(Boolean)
              .join(' · ')}: ${t('net')} ${formatNumber(line.net)} ${currency}`,
          }))}
        />
      </Form.Item>
      <Form.Item
        name="amount"
        label={`${t('credit.amount')} (${currency})`}
        extra={t('credit.amount.help')}
      >
        <DecimalInput maxLength={20} />
      </Form.Item>
    </>
  )
}

/** What of an invoice is given back, whether it may be invoiced again, and why. */
export default function CreditDialog({ row, onClose }: { row: InvoiceRow; onClose: () => void }) {
  const t = useT('invoices')
  const currency = row.currency ?? ''
  const left = less(row.gross ?? '0', row.credited ?? '0', currency)
  const selection = useSelection(NONE)
  const creditable = selection.rows.filter(({ credited }) => !credited)
  // What VAT was rounded by goes back with charges only.
  const chosen = creditable.some(({ items }) => items !== TAX_ITEM) ? creditable : NONE
  const credit = useAction(invoices.credit, {
    ownRefusals: true,
    success: (done) =>
      t('credit.done', {
        credit: (done as InvoiceRow).number ?? '',
        number: row.number ?? '',
        customer: row.customerId_dictText ?? '',
        amount: formatNumber((done as InvoiceRow).gross),
        currency,
      }),
  })
  const entry = useEntry<Values>({
    draft: null,
    start: { which: 'whole', lineNos: [], amount: '', frees: false, reason: '' },
    version: row.version,
    save: ({ which, lineNos, amount, frees, reason }, version) =>
      credit.run({
        id: row.id,
        version: version as number,
        transactionIds: which === 'some' ? chosen.map(({ transactionId }) => transactionId) : [],
        ...(which === 'lines' ? { lineNos, amount: amount.trim() || null } : {}),
        frees: which !== 'lines' && frees,
        reason: reason.trim(),
      }),
    onSaved: onClose,
    label: (path) =>
      path === 'reason' ? t('reason') : path === 'amount' ? t('credit.amount') : null,
  })
  const which = Form.useWatch('which', entry.form)
  const frees = Form.useWatch('frees', entry.form) ?? false
  // Parts of what is chosen may have gone back before.
  const effect = useApi(
    invoices.creditEffect,
    { id: row.id, transactionIds: chosen.map(({ transactionId }) => transactionId), frees },
    { quiet: true, enabled: which === 'some' && chosen.length > 0, staleTime: 0 },
  )
  return (
    <EntryModal
      entry={entry}
      title={t('credit.title', { number: row.number ?? '' })}
      okText={t('credit.ok')}
      {...(which === 'some' ? { width: 760 } : {})}
      onClose={onClose}
    >
      <Form.Item className="py-form-wide" name="which">
        <Radio.Group
          className="inv-choices"
          options={[
            { value: 'whole', label: t('credit.whole', { left: formatNumber(left), currency }) },
            { value: 'some', label: t('credit.some') },
            { value: 'lines', label: t('credit.lines') },
          ]}
        />
      </Form.Item>
      {which === 'some' && (
        <>
          <div className="py-form-wide">
            <Positions id={row.id} currency={currency} selection={selection} />
          </div>
          <Form.Item
            className="py-form-wide"
            name="chosen"
            rules={[
              {
                validator: () =>
                  chosen.length > 0
                    ? Promise.resolve()
                    : Promise.reject(new Error(t('field.required'))),
              },
            ]}
          >
            <p role="status">
              {t('credit.chosen', { count: chosen.length })}
              {effect.data && `: ${formatNumber(effect.data.gross)} ${currency}`}
            </p>
          </Form.Item>
        </>
      )}
      {which === 'lines' && <LinesAndAmount id={row.id} currency={currency} />}
      <Form.Item className="py-form-wide" name="frees" hidden={which === 'lines'}>
        <Radio.Group
          className="inv-choices"
          options={[
            {
              value: false,
              label: (
                <span>
                  {t('credit.gives')}
                  <span className="py-hint"> {t('credit.gives.help')}</span>
                </span>
              ),
            },
            {
              value: true,
              label: (
                <span>
                  {t('credit.frees')}
                  <span className="py-hint"> {t('credit.frees.help')}</span>
                </span>
              ),
            },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="reason"
        label={t('reason')}
        rules={[{ required: true, message: t('field.required') }]}
      >
        <Input maxLength={300} autoComplete="off" />
      </Form.Item>
    </EntryModal>
  )
}
