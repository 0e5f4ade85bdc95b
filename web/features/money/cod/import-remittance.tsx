import { Alert, Button, Input, Modal } from 'antd'
import dayjs from 'dayjs'
import { useId, useState } from 'react'
import type { CodMapping } from '#contracts/money/cod/cod-files.ts'
import { codRemittances } from '#contracts/money/cod/cod-remittances.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { companyToday } from '../../../kit/session/company-zone.ts'
import { ColumnMap } from '../../../kit/form/column-map.tsx'
import { DateInput } from '../../../kit/form/date-input.tsx'
import { TableDrop, UnreadLines } from '../../../kit/form/table-file.tsx'
import type { Callable } from '../../../kit/http/api.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { reasonOf } from '../../../kit/http/notify.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import './cod.css'

type Result = Out<typeof codRemittances.importFile>
interface Body {
  supplierId: string
  receivingAccountId: string
  reference: string
  receivedOn: string
  mapping?: string
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

/** A carrier's remittance: whose it is, where it came in, the file, and its columns where new. */
export default function ImportRemittance({ onClose }: { onClose: () => void }) {
  const t = useT('cod')
  const id = useId()
  const [supplierId, setSupplier] = useState<string | null>(null)
  const [accountId, setAccount] = useState<string | null>(null)
  const [reference, setReference] = useState('')
  const [day, setDay] = useState(() => dayjs(companyToday()))
  const [file, setFile] = useState<File | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const send = useAction(upload, { success: false, ownRefusals: true })
  const ready = supplierId !== null && accountId !== null && reference.trim() !== ''
  const run = async (chosen: File, mapping?: CodMapping) => {
    if (supplierId === null || accountId === null) return
    setFile(chosen)
    const body = {
      supplierId,
      receivingAccountId: accountId,
      reference: reference.trim(),
      receivedOn: day.format('YYYY-MM-DD'),
      ...(mapping ? { mapping: JSON.stringify(mapping) } : {}),
    }
    const outcome = await send.run(body, { file: chosen })
    setResult(outcome.ok ? outcome.result : null)
  }
  const rows = result?.rows ?? null
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
            onChange={(value) => setSupplier(one(value))}
          />
        </label>
        <label htmlFor={`${id}-account`}>
          {t('import.account')}
          <RefSelect
            id={`${id}-account`}
            of="payment-accounts"
            value={accountId}
            onChange={(value) => setAccount(one(value))}
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
        disabled={!ready}
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
          rows={rows}
          busy={send.busy}
          columns={COLUMNS}
          needed={NEEDED}
          start={USUAL}
          label={(name) => t(`map.${name}`)}
          onMapped={(of, column) => {
            const [number, amount] = [column('number'), column('amount')]
            if (number === null || amount === null) return
            const mapping = {
              ...of,
              number,
              amount,
              currency: column('currency'),
              paidOn: column('paidOn'),
            }
            void run(file, mapping)
          }}
        />
      )}
      {result && !rows && <Done result={result} />}
    </Modal>
  )
}

function Done({ result }: { result: Result }) {
  const t = useT('cod')
  const { errors, total, added, matched, differing, repeated } = result
  return (
    <Alert
      type={errors.length + differing > 0 ? 'warning' : 'success'}
      role="status"
      title={t('import.done', { total, added, matched, differing, repeated })}
      description={<UnreadLines errors={errors} />}
    />
  )
}
