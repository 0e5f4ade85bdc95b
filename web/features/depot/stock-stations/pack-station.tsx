import { useRef, useState } from 'react'
import { labels } from '#contracts/orders/labels.ts'
import { stockWaveList, stockWaves } from '#contracts/orders/stock/stock-waves.ts'
import { fetchFile } from '../../../kit/http/fetch-file.ts'
import { useApi, useInvalidate } from '../../../kit/http/query.ts'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { findWay, formatInput, openLabels } from '../../orders/shipments/index.ts'
import { linesOfCode } from '../../orders/stock/index.ts'
import { SheetChoice, sheetByNo } from './sheet-choice.tsx'
import { CLOSED, piecesOf } from './sort-station.tsx'
import { Station } from './station.tsx'
import { useStationLog, type Reading, type StationScan } from './use-station-log.ts'

const PATH = stockWaveList.endpoints.list.path

/**
 * Orders of a picked wave packed: the order's number, then every piece of it; the last one prints
 * the label. One that is missing keeps it back.
 */
export function PackStation({
  id,
  onChoose,
}: {
  id: string | null
  onChoose: (id: string | null) => void
}) {
  const t = useT('stock-stations')
  const lang = useLang()
  const invalidate = useInvalidate()
  const found = useApi(stockWaves.queryById, { id: id ?? '0' }, { enabled: id !== null })
  const wave = found.data
  const pieces = wave?.status === CLOSED ? piecesOf(wave, lang) : []
  const [order, setOrder] = useState<string | null>(null)
  const inHand = useRef(order)
  const take = (next: string | null) => {
    inHand.current = next
    setOrder(next)
  }

  const print = async (orderNo: string, requestKey: string): Promise<Reading> => {
    const of = wave?.orders.find(({ serialNumber }) => serialNumber === orderNo)
    if (!of) return { tone: 'error', title: t('notInWave', { code: orderNo }) }
    const way = await findWay()
    const file = await fetchFile(labels.print, { ids: [of.id], ...formatInput(way), requestKey })
    void openLabels(file, way)
    void invalidate(labels.print)
    return { tone: 'ok', title: t('pack.labelled', { no: orderNo }), spoken: t('pack.done') }
  }
  const leftOf = (orderNo: string) =>
    pieces
      .filter((one) => one.orderNo === orderNo)
      .reduce((sum, one) => sum + one.picked - log.countOf(one.id), 0)

  const read = async ({ code, quantity, key }: StationScan): Promise<Reading> => {
    if (!wave || id === null) {
      const found = await sheetByNo(PATH, code)
      if (!found) return { tone: 'error', title: t('noSheet', { no: code }) }
      onChoose(found)
      return { tone: 'ok', title: t('chosen', { no: code }) }
    }
    if (wave.status !== CLOSED) return { tone: 'error', title: t('notPicked', { no: wave.no }) }
    const named = wave.orders.find((one) => one.serialNumber.toUpperCase() === code.toUpperCase())
    if (named) {
      const open = inHand.current
      if (open !== null && open !== named.serialNumber && leftOf(open) > 0)
        return { tone: 'error', title: t('pack.open', { no: open, count: leftOf(open) }) }
      take(named.serialNumber)
      // Everything is counted, only the label failed: its number asks for it again.
      if (leftOf(named.serialNumber) === 0) return print(named.serialNumber, key)
      return { tone: 'ok', title: t('left', { count: leftOf(named.serialNumber) }) }
    }
    const orderNo = inHand.current
    if (orderNo === null) return { tone: 'error', title: t('pack.orderFirst') }
    const lines = await linesOfCode(
      pieces.filter((one) => one.orderNo === orderNo),
      code,
    )
    if (lines.length === 0) return { tone: 'error', title: t('pack.notOfOrder', { code }) }
    const open = lines.find((one) => log.countOf(one.id) + quantity <= one.picked)
    if (!open) return { tone: 'error', title: t('tooMany', { code }) }
    const counted = { line: open.id, quantity }
    const left = leftOf(orderNo) - quantity
    if (left > 0)
      return { tone: 'ok', title: t('left', { count: left }), detail: open.text, take: counted }
    try {
      const printed = await print(orderNo, key)
      take(null)
      return { ...printed, take: counted }
    } catch (error) {
      const why = error instanceof Error ? error.message : ''
      return {
        tone: 'warning',
        title: t('pack.noLabel', { no: orderNo }),
        detail: why,
        take: counted,
      }
    }
  }
  const log = useStationLog({
    name: `stock-pack:${id ?? ''}`,
    read,
    ready: id === null || !found.isPending,
  })
  return (
    <Station
      log={log}
      ready={wave ? t('pack.orderFirst') : t('scanSheet')}
      armed={order === null ? [] : [t('pack.order', { no: order })]}
      placeholder={t('pack.placeholder')}
      lines={
        wave
          ? pieces
              .filter((one) => order === null || one.orderNo === order)
              .map((one) => ({
                id: one.id,
                place: one.orderNo,
                sku: one.sku,
                text: one.text,
                lot: one.lot,
                wanted: one.picked,
                done: log.countOf(one.id),
              }))
          : null
      }
      controls={
        <SheetChoice path={PATH} status={CLOSED} label={t('wave')} id={id} onChange={onChoose} />
      }
    />
  )
}
