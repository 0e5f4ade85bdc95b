import { Checkbox, Skeleton } from 'antd'
import { fbaWaybills } from '#contracts/depot/fba-waybills.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useT } from '../../../kit/text/i18n.ts'
import '../../../kit/form/choices/choices.css'

export type ReadyOrder = Out<typeof fbaWaybills.candidates>[number]

/** Orders that can be loaded, of one warehouse or of all. */
export function OrderChoices({
  warehouseCode,
  chosen,
  onChange,
}: {
  warehouseCode?: string
  chosen: readonly ReadyOrder[]
  onChange: (orders: ReadyOrder[]) => void
}) {
  const t = useT('fba-trucks')
  const found = useApi(fbaWaybills.candidates, warehouseCode ? { warehouseCode } : {}, {
    staleTime: 0,
  })
  if (!found.data) return <Skeleton active />
  const rows = found.data
  if (rows.length === 0) return <p>{t('new.orders.none')}</p>
  return (
    <Checkbox.Group
      className="py-choices"
      value={chosen.map(({ id }) => id)}
      onChange={(ids) => onChange(rows.filter(({ id }) => ids.includes(id)))}
      options={rows.map((row) => ({
        value: row.id,
        label: `${row.warehouseCode} · ${row.fbaCode} · ${row.customerName} · ${t('orders.line', {
          pieces: row.pieces,
          weight: row.weightKg,
        })}`,
      }))}
    />
  )
}
