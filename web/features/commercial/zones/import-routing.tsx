import { Alert, Button, Checkbox, Modal, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import {
  routing,
  ROUTING_COLUMNS,
  type RoutingColumn,
  type RoutingMapping,
} from '#contracts/commercial/zones/routing.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { companyToday } from '../../../kit/session/company-zone.ts'
import { DateInput } from '../../../kit/form/date-input.tsx'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useT, type T } from '../../../kit/text/i18n.ts'
import { ErrorLines, FileField, takeButtons } from './import-parts.tsx'

type Layout = Out<typeof routing.layout>
type Result = Out<typeof routing.importFile>

interface Props {
  supplier?: string | null
  service?: string | null
  onClose: () => void
}

/** A supplier's file: which column is which, tried first, then taken from a day on. */
export default function ImportRouting({ supplier = null, service = null, onClose }: Props) {
  const t = useT('zones')
  const [supplierId, setSupplier] = useState<string | null>(supplier)
  const [serviceId, setService] = useState<string | null>(service)
  const [validFrom, setFrom] = useState(() => companyToday())
  const [file, setFile] = useState<File | null>(null)
  const [layout, setLayout] = useState<Layout | null>(null)
  const [mapping, setMapping] = useState<RoutingMapping | null>(null)
  const [keep, setKeep] = useState(true)
  const [result, setResult] = useState<Result | null>(null)
  const read = useAction(routing.layout, { success: false, ownRefusals: true })
  const send = useAction(routing.importFile, { success: false, ownRefusals: true })

  const look = async (of: string | null, chosen: File | null) => {
    setLayout(null)
    setMapping(null)
    setResult(null)
    if (of === null || !chosen) return
    const found = await read.run({ supplierId: of }, { file: chosen })
    if (!found.ok) return
    setLayout(found.result)
    const { columns, country = null, whole = true } = found.result.mapping
    setMapping({ columns, country, whole })
  }
  const run = async (dry: boolean, mode: 'all' | 'good') => {
    if (!file || !mapping || supplierId === null) return
    const done = await send.run(
      {
        supplierId,
        ...(serviceId ? { serviceId } : {}),
        validFrom,
        mode,
        mapping: JSON.stringify(mapping),
        saveMapping: keep ? 'true' : 'false',
        dryRun: dry ? 'true' : 'false',
      },
      { file },
    )
    if (done.ok) setResult(done.result)
  }
  const ready = mapping !== null && mapping.columns.sortCode !== undefined
  const tried = result !== null && result.dryRun && !result.already
  const taken = result !== null && !result.dryRun && (result.tableId !== null || result.already)
  const error = read.error ?? send.error
  return (
    <Modal
      open
      width={760}
      className="py-dialog"
      title={t('import')}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={[
        <Button key="close" onClick={onClose}>
          {t('action.close')}
        </Button>,
        ...(taken
          ? []
          : [
              <Button
                key="try"
                disabled={!ready}
                loading={send.busy}
                onClick={() => void run(true, 'all')}
              >
                {t('import.try')}
              </Button>,
              ...takeButtons({
                t,
                busy: send.busy,
                tried: tried ? result : null,
                onTake: (mode) => void run(false, mode),
              }),
            ]),
      ]}
      destroyOnHidden
    >
      <div className="zone-form zone-import">
        <label>
          {t('supplier')}
          <RefSelect
            of="suppliers"
            value={supplierId}
            onChange={(next) => {
              const id = next === null ? null : String(next)
              setSupplier(id)
              void look(id, file)
            }}
          />
        </label>
        <label>
          {t('service.own')}
          <RefSelect
            of="delivery-services"
            value={serviceId}
            onChange={(next) => {
              setService(next === null ? null : String(next))
              setResult(null)
            }}
          />
        </label>
        <label>
          {t('validFrom')}
          <DateInput
            value={dayjs(validFrom)}
            onChange={(day) => {
              if (day) setFrom(day.format('YYYY-MM-DD'))
              setResult(null)
            }}
          />
        </label>
        <FileField
          onChoose={(chosen) => {
            setFile(chosen)
            void look(supplierId, chosen)
          }}
        />
      </div>
      {error && <Alert type="error" showIcon title={error.message} />}
      {layout && mapping && !taken && (
        <Mapping
          layout={layout}
          mapping={mapping}
          onChange={(next) => {
            setMapping(next)
            setResult(null)
          }}
          keep={keep}
          onKeep={setKeep}
          t={t}
        />
      )}
      {result && <Outcome result={result} t={t} />}
    </Modal>
  )
}

function Mapping({
  layout,
  mapping,
  onChange,
  keep,
  onKeep,
  t,
}: {
  layout: Layout
  mapping: RoutingMapping
  onChange: (mapping: RoutingMapping) => void
  keep: boolean
  onKeep: (keep: boolean) => void
  t: T
}) {
  const options = layout.headings.map((heading, value) => ({
    value,
    label: heading || t('import.column', { no: value + 1 }),
  }))
  const choose = (column: RoutingColumn, at: number | undefined) => {
    const { [column]: _, ...others } = mapping.columns
    onChange({ ...mapping, columns: at === undefined ? others : { ...others, [column]: at } })
  }
  return (
    <>
      <p className="zone-note">{t(layout.saved ? 'import.saved' : 'import.guessed')}</p>
      <div className="zone-scroll">
        <table className="zone-table">
          <thead>
            <tr>
              <th>{t('import.field')}</th>
              <th>{t('import.from')}</th>
              <th>{t('import.sample')}</th>
            </tr>
          </thead>
          <tbody>
            {ROUTING_COLUMNS.map((column) => {
              const at = mapping.columns[column]
              return (
                <tr key={column}>
                  <td>
                    {t(`column.${column}`)}
                    {column === 'sortCode' && ' *'}
                  </td>
                  <td>
                    <Select
                      className="zone-wide"
                      aria-label={t(`column.${column}`)}
                      allowClear
                      placeholder="–"
                      {...(at === undefined ? {} : { value: at })}
                      options={options}
                      onChange={(next: number | undefined) => choose(column, next)}
                    />
                  </td>
                  <td className="zone-note">
                    {at === undefined
                      ? ''
                      : layout.samples
                          .slice(0, 3)
                          .map((row) => row[at] ?? '')
                          .filter(Boolean)
                          .join(', ')}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <div className="zone-line">
        <label htmlFor="import-country">{t('import.country')}</label>
        <DictSelect
          id="import-country"
          code="country"
          value={mapping.country}
          onChange={(next) =>
            onChange({ ...mapping, country: typeof next === 'string' ? next : null })
          }
        />
        <Checkbox
          checked={mapping.whole}
          onChange={(event) => onChange({ ...mapping, whole: event.target.checked })}
        >
          {t('import.whole')}
        </Checkbox>
        <Checkbox checked={keep} onChange={(event) => onKeep(event.target.checked)}>
          {t('import.keep')}
        </Checkbox>
      </div>
    </>
  )
}

function Outcome({ result, t }: { result: Result; t: T }) {
  const { errors, rows, added, refused, dryRun, already, tableId, validFrom, validTo } = result
  const period = validTo === null ? validFrom : `${validFrom} – ${validTo}`
  const key = already ? 'already' : dryRun ? 'tried' : tableId === null ? 'nothing' : 'taken'
  return (
    <>
      <Alert
        type={refused > 0 ? 'warning' : 'success'}
        showIcon
        role="status"
        title={t(`import.${key}`, { rows, added, refused, period })}
      />
      <ErrorLines errors={errors} refused={refused} />
    </>
  )
}
