import { Alert, Button, Input, Modal } from 'antd'
import dayjs from 'dayjs'
import { useId, useState } from 'react'
import { codRemittances } from '#contracts/money/cod/cod-remittances.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { companyToday } from '../../../kit/session/company-zone.ts'
import { ColumnMap } from '../../../kit/form/table-file/column-map.tsx'
import { DateInput } from '../../../kit/form/date-input.tsx'
import { TableDrop, UnreadLines } from '../../../kit/form/table-file/table-file.tsx'
import { useMappedFile, type MappedFields } from '../../../kit/form/table-file/use-mapped-file.ts'
import type { Callable } from '../../../kit/http/api.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { reasonOf } from '../../../kit/http/notify.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { RemittancePreview } from './remittance-preview.tsx'
import './cod.css'

type Result = Out<typeof codRemittances.importFile>
interface Body extends MappedFields {
  supplierId: string
  receivingAccountId: string
  reference: string
  receivedOn: string
}
/** Fields of a multipart body are sent with its file. */
const { method, path, touches } = codRemittances.importFile
const upload: Callable<Body, Result> = {
  method,
  path,
  body: 'multipart',
  idempotency: 'accepted',
  touches,
}
const COLUMNS = ['number', 'amount', 'currency', 'paidOn'] as const
const NEEDED = ['number', 'amount'] as const
const USUAL = { decimal: 'point', dates: 'YMD' } as const

/** A carrier's remittance: whose it is, where it came in, the file, its columns where new, a preview. */
export default function ImportRemittance({ onClose }: { onClose: () => void }) {
  const t = useT('cod')
  const id = useId()
  const [supplierId, setSupplier] = useState<string | null>(null)
  const [accountId, setAccount] = useState<string | null>(null)
  const [reference, setReference] = useState('')
  const [day, setDay] = useState(() => dayjs(companyToday()))
  const send = useAction(upload, { success: false, ownRefusals: true })
  const missing = [
    ...(supplierId === null ? [t('import.supplier')] : []),
    ...(accountId === null ? [t('import.account')] : []),
    ...(reference.trim() === '' ? [t('import.reference')] : []),
  ]
  const of = useMappedFile<Result>(async (chosen, fields) => {
    if (supplierId === null || accountId === null) return null
    const body = {
      supplierId,
      receivingAccountId: accountId,
      reference: reference.trim(),
      receivedOn: day.format('YYYY-MM-DD'),
      ...fields,
    }
    const outcome = await send.run(body, { file: chosen })
    return outcome.ok ? outcome.result : null
  })
  const { file, table, read } = of
  const one = (value: unknown) => (typeof value === 'string' ? value : null)
  return (
    <Modal
      open
      width={760}
      title={t('import')}
      footer={<Button onClick={onClose}>{t('action.close')}</Button>}
      onCancel={onClose}
    >
      <div className="cod-form">
        <label htmlFor={`${id}-supplier`}>
          {t('import.supplier')}
          <RefSelect
            id={`${id}-supplier`}
            of="suppliers"
            value={supplierId}
            onChange={(value) => {
              setSupplier(one(value))
              of.reset()
            }}
          />
        </label>
        <label htmlFor={`${id}-account`}>
          {t('import.account')}
          <RefSelect
            id={`${id}-account`}
            of="payment-accounts"
            value={accountId}
            onChange={(value) => {
              setAccount(one(value))
              of.reset()
            }}
          />
        </label>
        <label htmlFor={`${id}-reference`}>
          {t('import.reference')}
          <Input
            id={`${id}-reference`}
            value={reference}
            maxLength={60}
            onChange={(event) => setReference(event.target.value)}
          />
        </label>
        <label htmlFor={`${id}-day`}>
          {t('import.receivedOn')}
          <DateInput
            id={`${id}-day`}
            value={day}
            onChange={(value) => {
              if (value) setDay(value)
            }}
          />
        </label>
      </div>
      <p className="py-hint">{t('import.hint')}</p>
      <TableDrop
        file={file}
        accept=".csv,.xlsx,.txt"
        busy={send.busy}
        missing={missing}
        onFile={of.choose}
      />
      {send.error && (
        <Alert
          type="error"
          role="alert"
          title={send.error.issues[0]?.message ?? reasonOf(send.error, t)}
        />
      )}
      {table?.rows && table.guess && (
        <div hidden={!of.isMapping}>
          <ColumnMap
            rows={table.rows}
            busy={send.busy}
            columns={COLUMNS}
            needed={NEEDED}
            start={USUAL}
            guess={table.guess}
            amount="amount"
            day="paidOn"
            label={(name) => t(`map.${name}`)}
            onMapped={(notation, column) => {
              const columns = Object.fromEntries(COLUMNS.map((name) => [name, column(name)]))
              of.map({ ...notation, ...columns })
            }}
          />
        </div>
      )}
      {read?.preview && (
        <RemittancePreview
          result={read}
          preview={read.preview}
          busy={send.busy}
          ready={missing.length === 0}
          onTake={of.take}
        />
      )}
      {read && <Done result={read} />}
      {read?.preview && (
        <p className="py-take">
          <Button loading={send.busy} onClick={of.remap}>
            {t('columnMap.again')}
          </Button>
        </p>
      )}
    </Modal>
  )
}

function Done({ result }: { result: Result }) {
  const t = useT('cod')
  const { errors, total, added, matched, differing, repeated, preview } = result
  return (
    <Alert
      type={errors.length + differing > 0 ? 'warning' : 'success'}
      role="status"
      title={t(preview ? 'import.preview' : 'import.done', {
        total,
        added,
        matched,
        differing,
        repeated,
      })}
      description={<UnreadLines errors={errors} />}
    />
  )
}
