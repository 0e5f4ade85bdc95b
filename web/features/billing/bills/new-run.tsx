import { Alert, Button, Checkbox, Input, Modal } from 'antd'
import dayjs from 'dayjs'
import { useId, useState } from 'react'
import { BILL_COLUMNS, BILL_WEIGHT_UNITS, type BillMapping } from '#contracts/billing/bill-files.ts'
import type { BillDryRun } from '#contracts/billing/bill-imports.ts'
import { billRuns } from '#contracts/billing/bill-runs.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { ColumnMap } from '../../../kit/form/table-file/column-map.tsx'
import { DateInput } from '../../../kit/form/date-input.tsx'
import { TableDrop } from '../../../kit/form/table-file/table-file.tsx'
import type { Callable } from '../../../kit/http/api.ts'
import { reasonOf } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { companyToday } from '../../../kit/session/company-zone.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { DryRunResult } from './dry-run-result.tsx'

interface Body {
  supplierId: string
  invoiceNo: string
  invoiceDate: string
  currency: string
  total: string
  totalWithTax: string
  mapping?: string
  remap?: string
  record?: string
}
/** Fields of a multipart body are sent with its file. */
const { method, path, touches } = billRuns.dryRun
const upload: Callable<Body, BillDryRun> = { method, path, body: 'multipart', touches }
const NEEDED = ['trackNo', 'amount'] as const
const one = (value: unknown) => (typeof value === 'string' ? value : null)

/** A carrier's invoice: whose it is, its figures, its file, its columns where new, and a dry run. */
export default function NewRun({ onClose }: { onClose: () => void }) {
  const t = useT('bills')
  const id = useId()
  const [supplierId, setSupplier] = useState<string | null>(null)
  const [invoiceNo, setInvoice] = useState('')
  const [day, setDay] = useState(() => dayjs(companyToday()))
  const [currency, setCurrency] = useState<string | null>('EUR')
  const [total, setTotal] = useState('')
  const [withTax, setWithTax] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const [result, setResult] = useState<BillDryRun | null>(null)
  const [weights, setWeights] = useState<Pick<BillMapping, 'weightDecimal' | 'weightUnit'>>({
    weightDecimal: 'point',
    weightUnit: 'kg',
  })
  const send = useAction(upload, { success: false, ownRefusals: true })
  const start = useAction(billRuns.start)
  const given = { supplier: supplierId, invoiceNo: invoiceNo.trim(), currency, total: total.trim() }
  const missing = Object.entries(given).flatMap(([field, value]) =>
    value ? [] : [t(`new.${field}`)],
  )

  const run = async (chosen: File, more: Pick<Body, 'mapping' | 'remap' | 'record'> = {}) => {
    if (supplierId === null || currency === null) return
    setFile(chosen)
    const body = {
      supplierId,
      invoiceNo: invoiceNo.trim(),
      invoiceDate: day.format('YYYY-MM-DD'),
      currency,
      total: total.trim(),
      totalWithTax: String(withTax),
      ...more,
    }
    const outcome = await send.run(body, { file: chosen })
    setResult(outcome.ok ? outcome.result : null)
  }
  const take = async () => {
    if (!result?.id) return
    const outcome = await start.run({ id: result.id })
    if (outcome.ok) onClose()
  }
  const rows = result?.rows ?? null
  const xml = result?.xml ?? null
  return (
    <Modal
      open
      width={860}
      title={t('new')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('action.close')}</Button>
          <Button
            type="primary"
            disabled={!result?.ready}
            loading={start.busy}
            onClick={() => void take()}
          >
            {t('new.start')}
          </Button>
        </>
      }
    >
      <div className="bills-form">
        <label htmlFor={`${id}-supplier`}>
          {t('new.supplier')}
          <RefSelect
            id={`${id}-supplier`}
            of="suppliers"
            value={supplierId}
            onChange={(value) => setSupplier(one(value))}
          />
        </label>
        <label htmlFor={`${id}-invoice`}>
          {t('new.invoiceNo')}
          <Input
            id={`${id}-invoice`}
            value={invoiceNo}
            maxLength={60}
            onChange={(event) => setInvoice(event.target.value)}
          />
        </label>
        <label htmlFor={`${id}-day`}>
          {t('new.invoiceDate')}
          <DateInput
            id={`${id}-day`}
            value={day}
            onChange={(value) => {
              if (value) setDay(value)
            }}
          />
        </label>
        <label htmlFor={`${id}-currency`}>
          {t('new.currency')}
          <DictSelect
            id={`${id}-currency`}
            code="currency"
            value={currency}
            onChange={(value) => setCurrency(one(value))}
          />
        </label>
        <label htmlFor={`${id}-total`}>
          {t('new.total')}
          <Input
            id={`${id}-total`}
            value={total}
            inputMode="decimal"
            maxLength={20}
            placeholder="1234.56"
            onChange={(event) => setTotal(event.target.value)}
          />
        </label>
        <Checkbox checked={withTax} onChange={(event) => setWithTax(event.target.checked)}>
          {t('new.withTax')}
        </Checkbox>
      </div>
      <p className="py-hint">{t('new.hint')}</p>
      <TableDrop
        file={file}
        accept=".csv,.xlsx,.txt,.tsv,.xml"
        busy={send.busy}
        missing={missing}
        onFile={(chosen) => void run(chosen)}
      />
      {send.error && (
        <Alert
          type="error"
          role="alert"
          title={send.error.issues[0]?.message ?? reasonOf(send.error, t)}
        />
      )}
      {rows && file && (
        <ColumnMap
          key={xml?.record}
          rows={rows}
          busy={send.busy}
          columns={BILL_COLUMNS}
          needed={NEEDED}
          guess={{ columns: result!.guess }}
          amount="amount"
          day="shipDate"
          start={{ decimal: result!.decimal ?? 'point', dates: result!.dates ?? 'YMD' }}
          label={(name) => t(`map.${name}`)}
          more={() => (
            <>
              {xml && (
                <label htmlFor={`${id}-record`}>
                  {t('map.record')}
                  <ChoiceInput
                    id={`${id}-record`}
                    value={xml.record}
                    options={xml.records.map((value) => ({ value, label: value, names: [] }))}
                    onChange={(value) => {
                      const record = one(value)
                      if (record !== null) void run(file, { remap: 'true', record })
                    }}
                  />
                </label>
              )}
              <label htmlFor={`${id}-weights`}>
                {t('map.weightDecimal')}
                <ChoiceInput
                  id={`${id}-weights`}
                  value={weights.weightDecimal}
                  options={(['comma', 'point'] as const).map((value) => ({
                    value,
                    label: t(`columnMap.decimal.${value}`),
                    names: [],
                  }))}
                  onChange={(value) =>
                    setWeights({ ...weights, weightDecimal: value === 'comma' ? 'comma' : 'point' })
                  }
                />
              </label>
              <label htmlFor={`${id}-unit`}>
                {t('map.weightUnit')}
                <ChoiceInput
                  id={`${id}-unit`}
                  value={weights.weightUnit}
                  options={BILL_WEIGHT_UNITS.map((value) => ({ value, label: value, names: [] }))}
                  onChange={(value) =>
                    setWeights({
                      ...weights,
                      weightUnit: BILL_WEIGHT_UNITS.find((unit) => unit === value) ?? 'kg',
                    })
                  }
                />
              </label>
            </>
          )}
          onMapped={(of, column) => {
            const [trackNo, amount] = [column('trackNo'), column('amount')]
            if (trackNo === null || amount === null) return
            const columns = Object.fromEntries(
              BILL_COLUMNS.map((name) => [name, column(name)]),
            ) as Record<(typeof BILL_COLUMNS)[number], number | null>
            const mapping: BillMapping = {
              ...of,
              ...weights,
              layout: null,
              sheet: null,
              charset: null,
              separator: null,
              xml: xml && { record: xml.record, paths: xml.paths },
              columns: { ...columns, trackNo, amount },
            }
            void run(file, { mapping: JSON.stringify(mapping) })
          }}
        />
      )}
      {result && !rows && file && supplierId && (
        <>
          <DryRunResult result={result} supplierId={supplierId} again={() => void run(file)} />
          {!result.known && (
            <Button loading={send.busy} onClick={() => void run(file, { remap: 'true' })}>
              {t('columnMap.again')}
            </Button>
          )}
        </>
      )}
    </Modal>
  )
}
