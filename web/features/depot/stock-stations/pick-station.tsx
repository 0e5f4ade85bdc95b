import { CheckOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { stockWaveList, stockWaves, type WaveDetail } from '#contracts/orders/stock/stock-waves.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { linesOfCode, skuText } from '../../orders/stock/index.ts'
import { SheetChoice, sheetByNo } from './sheet-choice.tsx'
import { Station } from './station.tsx'
import { useStationLog, type Reading, type StationScan } from './use-station-log.ts'
import { useWhich, wordsOf } from './which-line.tsx'

const PATH = stockWaveList.endpoints.list.path
const PICKING = '1'

type Pick = WaveDetail['picks'][number]

/** A wave picked by place and SKU: a place's number, then every piece taken there. */
export function PickStation({
  id,
  onChoose,
}: {
  id: string | null
  onChoose: (id: string | null) => void
}) {
  const t = useT('stock-stations')
  const lang = useLang()
  const confirm = useConfirm()
  const found = useApi(stockWaves.queryById, { id: id ?? '0' }, { enabled: id !== null })
  const wave = found.data
  const [place, setPlace] = useState<string | null>(null)
  const at = useRef(place)
  const goTo = (next: string | null) => {
    at.current = next
    setPlace(next)
  }
  const which = useWhich<Pick>(wordsOf)
  const textOf = (pick: Pick) => `${skuText(pick, lang)} · ${wordsOf(pick)}`
  const read = async ({ code, quantity }: StationScan): Promise<Reading> => {
    if (!wave || id === null) {
      const found = await sheetByNo(PATH, code)
      if (!found) return { tone: 'error', title: t('noSheet', { no: code }) }
      onChoose(found)
      return { tone: 'ok', title: t('chosen', { no: code }) }
    }
    const here = wave.picks.find((one) => one.place.toUpperCase() === code.toUpperCase())
    if (here) {
      goTo(here.place)
      which.begin()
      return { tone: 'ok', title: t('atPlace', { place: here.place }) }
    }
    if (at.current === null) return { tone: 'error', title: t('placeFirst') }
    const atPlace = wave.picks.filter((one) => one.place === at.current)
    if (atPlace.some((one) => one.lot?.toUpperCase() === code.toUpperCase())) {
      which.begin(code.toUpperCase())
      return { tone: 'ok', title: t('atLot', { lot: code }) }
    }
    const lines = await linesOfCode(atPlace, code)
    if (lines.length === 0)
      return { tone: 'error', title: t('notHere', { code, place: at.current }) }
    const meant = which.of(lines, { code, quantity })
    if (meant.length === 0) return { tone: 'error', title: t('which', { code }) }
    const open = meant.find((one) => log.countOf(one.balanceId) + quantity <= one.quantity)
    if (!open) {
      which.again({ code, quantity })
      return { tone: 'error', title: t('tooMany', { code }), detail: textOf(meant[0]!) }
    }
    const left = open.quantity - log.countOf(open.balanceId) - quantity
    return {
      tone: 'ok',
      title: left === 0 ? t('lineDone', { code }) : t('left', { count: left }),
      detail: [textOf(open), open.orders.length === 1 && open.orders[0]!.serialNumber]
        .filter(Boolean)
        .join(' · '),
      take: { line: open.balanceId, quantity },
    }
  }
  const log = useStationLog({
    name: `stock-pick:${id ?? ''}`,
    read,
    ready: id === null || !found.isPending,
  })
  const close = useAction(stockWaves.close, { success: t('pick.done') })
  const lines = (wave?.picks ?? []).map((one) => ({
    id: one.balanceId,
    place: one.place,
    sku: one.sku,
    text: textOf(one),
    lot: one.lot,
    wanted: one.quantity,
    done: wave?.status === PICKING ? log.countOf(one.balanceId) : one.picked,
  }))
  const finish = async () => {
    if (!wave) return
    const short = lines.reduce((sum, one) => sum + one.wanted - one.done, 0)
    const answer = await confirm({
      title: t('pick.ask', { no: wave.no }),
      content: short > 0 ? t('pick.short', { count: short }) : undefined,
      ok: t('pick.finish'),
      danger: short > 0,
    })
    if (answer === null) return
    const picks = lines.map((one) => ({ balanceId: one.id, picked: one.done }))
    if (!(await close.run({ id: wave.id, picks })).ok) return
    log.finish()
    goTo(null)
  }
  return (
    <Station
      hours={{ station: 'stockPick', depotId: wave?.depotId ?? null }}
      log={log}
      ready={wave ? t('placeFirst') : t('scanSheet')}
      armed={place === null ? [] : [t('atPlace', { place })]}
      placeholder={t('pick.placeholder')}
      lines={wave ? lines : null}
      controls={
        <>
          <SheetChoice path={PATH} status={PICKING} label={t('wave')} id={id} onChange={onChoose} />
          {wave?.actions.close === null && (
            <Button
              size="large"
              type="primary"
              icon={<CheckOutlined />}
              loading={close.busy}
              onClick={() => void finish()}
            >
              {t('pick.finish')}
            </Button>
          )}
        </>
      }
    >
      {which.ask(log.add)}
    </Station>
  )
}
