import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ClipboardEvent } from 'react'
import { DictSelect } from '../../../../kit/form/choices/dict-select.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { Labelled } from './new-service-fields.tsx'
import type { StepProps } from './new-service-values.ts'
import { pasted } from './new-service-values.ts'

/** A small grid: weights down, zones across; a block from a spreadsheet goes in at a cell. */
export function PricesStep({ values, edit, refused }: StepProps) {
  const t = useT('services')
  const { zones, lines } = values
  const put = (row: number, column: number, text: string) =>
    edit((now) => ({ ...now, lines: pasted(now.lines, zones.length, { row, column }, text) }))
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text)) return
    event.preventDefault()
    put(row, column, text)
  }
  const cell = (row: number, column: number, value: string, name: string) => {
    const path = column < 0 ? `prices.rows.${row}.upTo` : `prices.rows.${row}.prices.${column}`
    return (
      <input
        className="py-input"
        aria-label={name}
        aria-invalid={refused.has(path) || undefined}
        title={refused.get(path)}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={(event) => put(row, column, event.target.value)}
        onPaste={(event) => paste(event, row, column)}
      />
    )
  }
  return (
    <>
      <p className="py-hint">{t('new.prices.hint')}</p>
      <div className="svc-form">
        <Labelled label={t('new.currency')} required refused={refused.get('prices.currency')}>
          {(id) => (
            <DictSelect
              id={id}
              code="currency"
              value={values.currency}
              onChange={(chosen) =>
                edit((now) => ({ ...now, currency: typeof chosen === 'string' ? chosen : '' }))
              }
            />
          )}
        </Labelled>
      </div>
      <div className="svc-grid">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('new.upTo')}</th>
              {zones.map(({ code, name }, at) => (
                <th key={at} scope="col">
                  {[code, name].filter(Boolean).join(' ')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ upTo, prices }, row) => (
              <tr key={row}>
                <th scope="row">{cell(row, -1, upTo, t('new.cell.upTo', { no: row + 1 }))}</th>
                {zones.map(({ code }, at) => (
                  <td key={at}>
                    {cell(row, at, prices[at] ?? '', t('new.cell.price', { zone: code, upTo }))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Button
        icon={<PlusOutlined />}
        onClick={() => edit((now) => ({ ...now, lines: [...now.lines, { upTo: '', prices: [] }] }))}
      >
        {t('new.line')}
      </Button>
    </>
  )
}
