import { Alert, Button, Input, Select } from 'antd'
import { useState } from 'react'
import {
  ADDRESS_TEXT,
  importColumns,
  type ImportField,
} from '#contracts/orders/imports/import-fields.ts'
import { requiredColumns } from '#contracts/orders/imports/needed-columns.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import type { ImportMapping, MappedField } from '#contracts/orders/imports/import-mappings.ts'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { useApi } from '../../../../kit/http/query.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { ErrorNote } from '../../../../kit/platform/empty.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { ImportReading } from './import-reading.tsx'
import { MappingField } from './mapping-field.tsx'
import {
  changeField,
  draftOf,
  fieldIn,
  mappingOf,
  missingIn,
  requiredIn,
  unusedHeadings,
  type ImportLayout,
  type SentMapping,
} from './mapping-draft.ts'

/** Which column of a file is which field: guessed, shown with samples, corrected, saved. */
export function ImportMappingForm({
  id,
  fileName,
  kind,
  onMapped,
  onReread,
}: {
  id: string
  fileName: string
  kind: string
  onMapped: () => void
  onReread: () => void
}) {
  const { data, error, refetch } = useApi(shipmentImports.layout, { id }, { staleTime: 0 })
  if (!data) return error ? <ErrorNote error={error} retry={() => void refetch()} /> : null
  const { sheet, charset, separator } = data.reading
  return (
    <>
      <ImportReading
        id={id}
        reading={data.reading}
        onReread={() => {
          void refetch()
          onReread()
        }}
      />
      <Columns
        key={[sheet, charset, separator, ...data.headings].join('\n')}
        id={id}
        layout={data}
        fileName={fileName}
        kind={kind}
        onMapped={onMapped}
      />
    </>
  )
}

function Columns({
  id,
  layout,
  fileName,
  kind,
  onMapped,
}: {
  id: string
  layout: ImportLayout
  fileName: string
  kind: string
  onMapped: () => void
}) {
  const t = useT('shipment-imports')
  const [draft, setDraft] = useState(() => draftOf(layout.mapping))
  const [decimal, setDecimal] = useState<ImportMapping['decimal']>(layout.mapping.decimal ?? 'auto')
  const [all, setAll] = useState(false)
  const [save, setSave] = useState(true)
  const [name, setName] = useState(
    layout.saved[0]?.name ?? fileName.replace(/\.\w+$/, '').slice(0, 60),
  )
  const [shared, setShared] = useState(false)
  const send = useAction(shipmentImports.map, { success: false, ownRefusals: true })
  const missing = missingIn(draft, kind)
  const unused = unusedHeadings(draft, layout.headings)
  const title = (field: ImportField) => t(`column.${field.name}`)
  const [offered] = useState(() => new Set<string>(draft.keys()))
  const columns = importColumns(kindOf(kind))
  const goods = columns.some(({ level, name }) => level === 'product' && offered.has(name))
  const needed = requiredColumns(kindOf(kind), goods)
  const required = requiredIn(draft, kind)
  const shown = columns.filter(
    (field) =>
      all || field.name === ADDRESS_TEXT || needed.has(field.name) || offered.has(field.name),
  )
  const use = (mapping: SentMapping) => {
    setDraft(draftOf(mapping))
    setDecimal(mapping.decimal ?? 'auto')
  }
  const check = async () => {
    const named = save ? { name: name.trim() || fileName.slice(0, 60), shared } : null
    const sent = await send.run({ id, mapping: mappingOf(draft, decimal), save: named })
    if (sent.ok) onMapped()
  }
  return (
    <section className="import-mapping" aria-label={t('map.title')}>
      <p className="order-help">{t('map.intro')}</p>
      {layout.saved.length > 0 && (
        <p className="order-line">
          {layout.saved.map((one) => (
            <Button key={one.id} size="small" onClick={() => use(one.mapping)}>
              {t('map.use', { name: one.name })}
            </Button>
          ))}
        </p>
      )}
      <div className="import-map" role="table" aria-label={t('map.title')}>
        <div role="row" className="import-map-head">
          {(['field', 'column', 'sample', 'fill'] as const).map((part) => (
            <span key={part} role="columnheader">
              {t(`map.${part}`)}
            </span>
          ))}
        </div>
        {shown.map((field) => (
          <MappingField
            key={field.name}
            field={field}
            title={title(field)}
            required={required.has(field.name)}
            value={fieldIn(draft, field.name)}
            layout={layout}
            onChange={(change: Partial<MappedField>) =>
              setDraft((now) => changeField(now, field.name, change))
            }
          />
        ))}
      </div>
      {!all && (
        <p>
          <Button size="small" onClick={() => setAll(true)}>
            {t('map.all')}
          </Button>
        </p>
      )}
      {unused.length > 0 && (
        <p className="order-help">{t('map.unused', { columns: unused.join(', ') })}</p>
      )}
      <div className="import-map-end">
        <label>
          {t('map.decimal')}{' '}
          <Select<ImportMapping['decimal']>
            value={decimal}
            onChange={setDecimal}
            aria-label={t('map.decimal')}
            popupMatchSelectWidth={false}
            options={(['auto', 'point', 'comma'] as const).map((value) => ({
              value,
              label: t(`map.decimal.${value}`),
            }))}
          />
        </label>
        <label>
          <input type="checkbox" checked={save} onChange={() => setSave(!save)} /> {t('map.save')}
        </label>
        {save && (
          <Input
            className="import-map-name"
            aria-label={t('map.name')}
            placeholder={t('map.name')}
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        {save && layout.mayShare && (
          <label>
            <input type="checkbox" checked={shared} onChange={() => setShared(!shared)} />{' '}
            {t('map.shared')}
          </label>
        )}
      </div>
      {missing.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('map.missing', {
            fields: missing.map((field) => t(`column.${field}`)).join(', '),
          })}
        />
      )}
      {send.error && (
        <Alert
          type="error"
          role="alert"
          title={send.error.issues[0]?.message ?? send.error.message}
        />
      )}
      <p className="order-line">
        <Button
          type="primary"
          size="large"
          disabled={missing.length > 0}
          loading={send.busy}
          onClick={() => void check()}
        >
          {t('map.check')}
        </Button>
      </p>
    </section>
  )
}
