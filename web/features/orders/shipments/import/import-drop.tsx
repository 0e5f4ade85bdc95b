import { InboxOutlined } from '@ant-design/icons'
import { Alert, Spin } from 'antd'
import { useEffect, useEffectEvent, useRef, useState, type DragEvent } from 'react'
import { isKind, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import type { Callable } from '../../../../kit/http/api.ts'
import { formatBytes } from '../../../../kit/text/formats.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { reasonOf } from '../../../../kit/http/notify.tsx'
import { useApi } from '../../../../kit/http/query.ts'
import { RefSelect } from '../../../../kit/form/choices/ref-select.tsx'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useSession } from '../../../../kit/session/session.ts'
import { LimitNote } from '../form/limit-note.tsx'
import { useDict } from '../../../../kit/http/dict.ts'
import { useOwnKinds } from '../form/use-own-kinds.ts'
import { ImportPaste } from './import-paste.tsx'

/** The contract's own `in` is empty: fields of a multipart body stand next to its file. */
const { method, path, touches } = shipmentImports.importExcel
const upload: Callable<
  { dryRun: string; review: string; customerId?: string; shipmentResource?: string },
  { id: string }
> = {
  method,
  path,
  body: 'multipart',
  idempotency: 'accepted',
  touches,
}
const LIMIT = 20 * 1024 * 1024
const ACCEPT = '.xlsx,.xls,.xlsm,.csv,.tsv,.txt'

/** The file is dropped and at once tried; staff first choose the customer. */
export function ImportDrop({
  kind,
  onKind,
  onStarted,
}: {
  /** The kind of orders that name none; '': the customer's. */
  kind: KindCode | ''
  onKind: (kind: KindCode | '') => void
  onStarted: (id: string) => void
}) {
  const t = useT('shipment-imports')
  const { user } = useSession()
  const staff = user?.customerId === null
  const picker = useRef<HTMLInputElement>(null)
  const [customerId, setCustomerId] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [over, setOver] = useState(false)
  const own = useOwnKinds('import')
  const names = useDict('shipment_resource')
  const kinds = own.map(({ code }) => ({
    value: code,
    label: names.find(({ value }) => value === code)?.text ?? code,
  }))
  const send = useAction(upload, {
    success: false,
    ownRefusals: true,
  })
  const missing = staff && customerId === ''
  const choices = useApi(shipments.choices, {}, { enabled: !staff, quiet: true })
  const tooLarge = (file?.size ?? 0) > LIMIT

  const start = async (chosen: File, owner: string) => {
    const outcome = await send.run(
      {
        dryRun: 'true',
        review: 'true',
        ...(owner ? { customerId: owner } : {}),
        ...(kind ? { shipmentResource: kind } : {}),
      },
      { file: chosen },
    )
    if (outcome.ok) onStarted(outcome.result.id)
  }
  // Dropped before the customer was known: it starts as soon as that is chosen.
  const begin = useEffectEvent((chosen: File) => {
    if (!tooLarge && !send.busy) void start(chosen, customerId)
  })
  useEffect(() => {
    if (file && !missing) begin(file)
  }, [file, missing])
  const take = (files: FileList | null) => {
    if (files?.[0]) setFile(files[0])
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <section className="import-drop">
      {staff && (
        <div className="import-customer">
          <label htmlFor="import-customer">{t('customer')}</label>
          <RefSelect
            id="import-customer"
            of="customers"
            value={customerId || null}
            onChange={(next) => setCustomerId(typeof next === 'string' ? next : '')}
          />
          {file && missing && (
            <span className="order-issue" role="alert">
              {t('customer.pick')}
            </span>
          )}
        </div>
      )}
      {kinds.length > 1 && (
        <div className="import-customer">
          <label htmlFor="import-kind">{t('kind')}</label>
          <select
            id="import-kind"
            className="py-input"
            value={kind}
            onChange={({ currentTarget: { value } }) => onKind(isKind(value) ? value : '')}
          >
            <option value="">{t('kind.own')}</option>
            {kinds.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
      )}
      <LimitNote limit={choices.data?.limit} />
      <button
        type="button"
        className="py-drop"
        data-over={over || undefined}
        disabled={send.busy}
        onClick={() => picker.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {send.busy ? <Spin /> : <InboxOutlined />}
        <span role="status">
          {send.busy && file
            ? t('drop.uploading', { name: file.name })
            : file && !send.error
              ? `${file.name} · ${formatBytes(file.size)}`
              : t('drop')}
        </span>
        <small>{t('drop.hint')}</small>
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        accept={ACCEPT}
        onChange={(event) => {
          take(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
      <ImportPaste busy={send.busy} onFile={setFile} />
      {tooLarge && <Alert type="error" role="alert" title={t('import.tooLarge')} />}
      {send.error && (
        <Alert
          type="error"
          role="alert"
          title={send.error.issues[0]?.message ?? reasonOf(send.error, t)}
        />
      )}
    </section>
  )
}
