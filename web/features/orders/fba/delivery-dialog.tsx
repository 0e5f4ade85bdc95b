import { Form, Input } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useRef, useState } from 'react'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { DateInput } from '../../../kit/form/date-input.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import type { Callable } from '../../../kit/http/api.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import {
  ACTION_FIELDS,
  callOf,
  type ActionField,
  type DeliveryAction,
  type FbaRow,
} from './delivery-actions.ts'
import { timeIn, useWarehouseZones } from './warehouse-time.ts'

type Values = Record<string, string | number | Dayjs | File | null>

/** What was there and is emptied is sent as empty; what never was is not sent. */
const asked = (
  { kind }: ActionField,
  value: Values[string] | undefined,
  before: Values[string] | undefined,
): unknown => {
  if (value === null || value === undefined || value === '')
    return before && kind !== 'number' ? '' : undefined
  return kind === 'moment' ? (value as Dayjs).format('YYYY-MM-DD HH:mm') : value
}

/** What a field holds of a single order, to be changed; moments by the warehouse's clock. */
function nowOf(
  { name, kind }: ActionField,
  row: FbaRow,
  zones: ReadonlyMap<string, string>,
): Values[string] {
  const value = (row as unknown as Record<string, string | number | null | undefined>)[name] ?? null
  if (kind !== 'moment' || value === null) return value
  const local = timeIn(zones.get(row.warehouseCode ?? '') ?? '', String(value))
  return local === '' ? null : dayjs(local)
}

/** Asks what an action needs, for one order or many; times are those of the warehouse's clock. */
export default function DeliveryDialog({
  action,
  rows,
  onClose,
  onDone,
}: {
  action: DeliveryAction
  rows: readonly FbaRow[]
  onClose: () => void
  onDone: (result: BulkResult) => void
}) {
  const t = useT('fba')
  const ofField = useT('fba-orders')
  const zones = useWarehouseZones()
  const fields = ACTION_FIELDS[action]
  const ids = rows.map(({ id }) => id)
  const versions = Object.fromEntries(rows.map(({ id, version }) => [id, version]))
  const [before] = useState(() =>
    Object.fromEntries(
      fields.map((one) => [one.name, rows.length === 1 ? nowOf(one, rows[0]!, zones) : null]),
    ),
  )
  const { method, path, touches } = callOf(action)
  const endpoint = useRef<Callable<Record<string, unknown>, BulkResult>>({
    method,
    path,
    touches,
    idempotency: 'accepted',
    ...(action === 'uploadPod' ? { body: 'multipart' } : {}),
  }).current
  const send = useAction(endpoint, { ownRefusals: true, success: false })
  const entry = useEntry<Values>({
    draft: null,
    start: before,
    save: (values) => {
      const { file, ...sent } = Object.fromEntries(
        fields.map((one) => [one.name, asked(one, values[one.name], before[one.name])]),
      )
      return file instanceof File
        ? send.run({ ids: ids.join(',') }, { file })
        : send.run({ ids, versions, ...sent })
    },
    onSaved: (result) => onDone(result as BulkResult),
    label: (path_) => {
      const [name = ''] = path_.split('.')
      return fields.some((one) => one.name === name) ? labelOf(name) : null
    },
  })
  const labelOf = (name: string) => (t.has(`dialog.${name}`) ? t(`dialog.${name}`) : ofField(name))
  const used = [...new Set(rows.map((row) => zones.get(row.warehouseCode ?? '')))].filter(Boolean)
  return (
    <EntryModal
      entry={entry}
      title={t(`action.${action}`)}
      okText={t('dialog.run')}
      onClose={onClose}
    >
      <p>{t('dialog.count', { count: rows.length })}</p>
      {fields.map((one) => (
        <Form.Item
          key={one.name}
          name={one.name}
          label={labelOf(one.name)}
          rules={one.required ? [{ required: true, message: t('field.required') }] : []}
          {...(one.kind === 'moment' ? { extra: t('dialog.warehouseTime') } : {})}
          {...(one.name === 'proNos' ? { extra: t('dialog.proHint') } : {})}
        >
          {inputOf(one)}
        </Form.Item>
      ))}

      {fields.some(({ kind }) => kind === 'moment') && used.length > 0 && (
        <p className="py-hint">{t('dialog.zones', { zones: used.join(', ') })}</p>
      )}
    </EntryModal>
  )
}

function inputOf({ kind, max }: ActionField) {
  if (kind === 'moment') return <DateInput minutes />
  if (kind === 'number') return <NumberInput min={0} max={100_000} className="py-wide" />
  if (kind === 'file') return <FileInput />
  return <Input maxLength={max ?? 200} autoComplete="off" />
}

function FileInput({ id, onChange }: { id?: string; onChange?: (file: File | null) => void }) {
  return (
    <input
      id={id}
      type="file"
      accept=".pdf,.png,.jpg,.jpeg,.webp"
      onChange={(event) => onChange?.(event.currentTarget.files?.[0] ?? null)}
    />
  )
}
