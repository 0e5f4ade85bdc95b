import { Alert, Select } from 'antd'
import {
  CHARSETS,
  SEPARATORS,
  type Charset,
  type Separator,
} from '#contracts/kit/sheets/charsets.ts'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import type { ImportLayout } from './mapping-draft.ts'

const SIGNS: Readonly<Record<Separator, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
}

/** How the file is read, with three of its cells; another choice reads it again. */
export function ImportReading({
  id,
  reading,
  onReread,
}: {
  id: string
  reading: ImportLayout['reading']
  onReread: () => void
}) {
  const t = useT('shipment-imports')
  const send = useAction(shipmentImports.reread, { success: false, ownRefusals: true })
  const read = async (change: { sheet?: string; charset?: Charset; separator?: Separator }) => {
    const { sheet, charset, separator } = reading
    const sent = await send.run({ id, sheet, charset, separator, ...change })
    if (sent.ok) onReread()
  }
  return (
    <section className="import-reading" aria-label={t('reading.title')}>
      <p className="order-line">
        {reading.sheets.length > 1 && (
          <label>
            {t('reading.sheet')}{' '}
            <Select<string>
              value={reading.sheet}
              aria-label={t('reading.sheet')}
              loading={send.busy}
              disabled={send.busy}
              popupMatchSelectWidth={false}
              onChange={(sheet) => void read({ sheet })}
              options={reading.sheets.map((value) => ({ value, label: value }))}
            />
          </label>
        )}
        {reading.charset !== null && (
          <label>
            {t('reading.charset')}{' '}
            <Select<Charset>
              value={reading.charset}
              aria-label={t('reading.charset')}
              loading={send.busy}
              disabled={send.busy}
              popupMatchSelectWidth={false}
              onChange={(charset) => void read({ charset })}
              options={CHARSETS.map((value) => ({
                value,
                label: t(`reading.charset.${value}`),
              }))}
            />
          </label>
        )}
        {reading.separator !== null && (
          <label>
            {t('reading.separator')}{' '}
            <Select<Separator>
              value={reading.separator}
              aria-label={t('reading.separator')}
              loading={send.busy}
              disabled={send.busy}
              popupMatchSelectWidth={false}
              onChange={(separator) => void read({ separator })}
              options={SEPARATORS.map((value) => ({
                value,
                label: t(`reading.separator.${SIGNS[value]}`),
              }))}
            />
          </label>
        )}
      </p>
      {reading.cells.length > 0 && (
        <p className="order-help">
          {t('reading.cells')}{' '}
          {reading.cells.map((cell, at) => (
            <q key={at}>{cell}</q>
          ))}
        </p>
      )}
      {send.error && (
        <Alert
          type="error"
          role="alert"
          title={send.error.issues[0]?.message ?? send.error.message}
        />
      )}
    </section>
  )
}
