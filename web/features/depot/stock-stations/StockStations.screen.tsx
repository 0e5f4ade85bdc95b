import { stockCounts } from '#contracts/orders/stock/stock-counts.ts'
import { stockNotices } from '#contracts/orders/stock/stock-notices.ts'
import { stockWaves } from '#contracts/orders/stock/stock-waves.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { SoundSwitch } from '../../../kit/scan/sound-switch.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { CountStation } from './count-station.tsx'
import { GoodsInStation } from './goods-in-station.tsx'
import { PackStation } from './pack-station.tsx'
import { PickStation } from './pick-station.tsx'
import { SortStation } from './sort-station.tsx'
import '../scans/index.ts'

const STATIONS = {
  in: [stockNotices.receive, GoodsInStation],
  pick: [stockWaves.close, PickStation],
  sort: [stockWaves.queryById, SortStation],
  pack: [stockWaves.queryById, PackStation],
  count: [stockCounts.enter, CountStation],
} as const
type Name = keyof typeof STATIONS
const isName = (name: string | null): name is Name => name !== null && name in STATIONS

/** Work on goods in stock by scan: in and put away, picked, sorted, packed, counted. */
export default function StockStations() {
  const t = useT('stock-stations')
  const may = useRightsCheck()
  const [params, setParams] = useAddress()
  const open = (Object.keys(STATIONS) as Name[]).filter((name) => may(STATIONS[name][0]))
  const asked = params.get('station')
  const name = isName(asked) && open.includes(asked) ? asked : open[0]
  if (!name) return null
  const go = (station: Name, id: string | null) =>
    setParams(
      (now) => {
        now.set('station', station)
        if (id) now.set('id', id)
        else now.delete('id')
        return now
      },
      { replace: true },
    )
  const id = params.get('id')
  const [, Shown] = STATIONS[name]
  return (
    <div className="wh-station">
      <PageHeader title={`${t('title')} · ${t(name)}`}>
        <SoundSwitch />
      </PageHeader>
      <Segments<Name>
        aria-label={t('title')}
        value={name}
        options={open.map((value) => ({ value, label: t(value) }))}
        onChange={(next) => go(next, null)}
      />
      <Shown key={`${name} ${id ?? ''}`} id={id} onChoose={(next) => go(name, next)} />
    </div>
  )
}
