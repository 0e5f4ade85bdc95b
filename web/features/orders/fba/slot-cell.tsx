import { Moment } from '../../../kit/table/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { timeIn, useWarehouseZones } from './warehouse-time.ts'

/** A moment in the reader's zone and, below it, by the warehouse's clock. */
export function SlotCell({ at, warehouse }: { at: string | null; warehouse: string | null }) {
  const t = useT('fba')
  const zone = useWarehouseZones().get(warehouse ?? '')
  if (!at) return null
  const time = zone === undefined ? '' : timeIn(zone, at)
  return (
    <span className="fba-slot">
      <Moment at={at} />
      {time !== '' && <small title={zone}>{t('zone.warehouse', { time })}</small>}
    </span>
  )
}
