import { stockWaveList, stockWaves, type WaveDetail } from '#contracts/orders/stock/stock-waves.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { linesOfCode, skuText } from '../../orders/stock/index.ts'
import { SheetChoice, sheetByNo } from './sheet-choice.tsx'
import { Station } from './station.tsx'
import { useStationLog, type Reading, type StationScan } from './use-station-log.ts'
import { useWhich } from './which-line.tsx'

const PATH = stockWaveList.endpoints.list.path
export const CLOSED = '2'

export interface OrderPiece {
  id: string
  orderNo: string
  bin: number
  sku: string
  barcodes: string | null
  text: string
  customerName: string
  lot: string | null
  picked: number
}

/** What each order of a closed wave got, by order and SKU; its bin is its place in the wave. */
export function piecesOf(wave: WaveDetail, lang: string): OrderPiece[] {
  const bins = new Map(wave.orders.map(({ serialNumber }, at) => [serialNumber, at + 1]))
  const pieces = new Map<string, OrderPiece>()
  for (const pick of wave.picks)
    for (const { serialNumber, picked } of pick.orders) {
      const id = `${serialNumber}|${pick.sku}|${pick.lot ?? ''}`
      const before = pieces.get(id)?.picked ?? 0
      const bin = bins.get(serialNumber)
      if (picked + before === 0 || bin === undefined) continue
      pieces.set(id, {
        id,
        orderNo: serialNumber,
        bin,
        sku: pick.sku,
        barcodes: pick.barcodes,
        text: skuText(pick, lang),
        customerName: pick.customerName,
        lot: pick.lot,
        picked: before + picked,
      })
    }
  return [...pieces.values()].toSorted((a, b) => a.bin - b.bin)
}

/** What was picked in a wave, into one bin per order: each piece scanned names its bin aloud. */
export function SortStation({
  id,
  onChoose,
}: {
  id: string | null
  onChoose: (id: string | null) => void
}) {
  const t = useT('stock-stations')
  const lang = useLang()
  const found = useApi(stockWaves.queryById, { id: id ?? '0' }, { enabled: id !== null })
  const wave = found.data
  const pieces = wave?.status === CLOSED ? piecesOf(wave, lang) : []
  const which = useWhich<OrderPiece>((one) => one.customerName, 'which.customer')
  const read = async ({ code, quantity }: StationScan): Promise<Reading> => {
    if (!wave || id === null) {
      const found = await sheetByNo(PATH, code)
      if (!found) return { tone: 'error', title: t('noSheet', { no: code }) }
      onChoose(found)
      return { tone: 'ok', title: t('chosen', { no: code }) }
    }
    if (wave.status !== CLOSED) return { tone: 'error', title: t('notPicked', { no: wave.no }) }
    const lines = await linesOfCode(pieces, code)
    if (lines.length === 0) return { tone: 'error', title: t('notInWave', { code }) }
    const meant = which.of(lines, { code, quantity })
    if (meant.length === 0) return { tone: 'error', title: t('which.customer', { code }) }
    const open = meant.find((one) => log.countOf(one.id) + quantity <= one.picked)
    if (!open) {
      which.again({ code, quantity })
      return { tone: 'error', title: t('tooMany', { code }), detail: meant[0]!.customerName }
    }
    const left = pieces
      .filter((one) => one.orderNo === open.orderNo)
      .reduce((sum, one) => sum + one.picked - log.countOf(one.id), -quantity)
    return {
      tone: 'ok',
      title: t('sort.bin', { bin: open.bin }),
      detail: `${open.orderNo} · ${open.customerName} · ${left === 0 ? t('sort.full') : t('left', { count: left })}`,
      spoken: t('sort.bin', { bin: open.bin }),
      take: { line: open.id, quantity },
    }
  }
  const log = useStationLog({
    name: `stock-sort:${id ?? ''}`,
    read,
    ready: id === null || !found.isPending,
  })
  return (
    <Station
      log={log}
      ready={wave ? t('sort.ready') : t('scanSheet')}
      armed={[]}
      placeholder={t('sort.placeholder')}
      lines={
        wave
          ? pieces.map((one) => ({
              id: one.id,
              place: `${one.bin} · ${one.orderNo}`,
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
    >
      {which.ask(log.add)}
    </Station>
  )
}
