import { CheckOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { stockNoticeList, stockNotices } from '#contracts/orders/stock/stock-notices.ts'
import { stockPlaces } from '#contracts/orders/stock/stock-places.ts'
import { call, send } from '../../../kit/http/api.ts'
import { useApi, useInvalidate } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { listOf } from '../../../kit/resource/resource-screen-props.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import type { Scan } from '../../../kit/scan/scan-queue.ts'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { DayInput, skusOfCode, skuText } from '../../orders/stock/index.ts'
import { SheetChoice, sheetByNo } from './sheet-choice.tsx'
import { Station } from './station.tsx'
import { takenIn, useStationLog, type Reading, type StationScan } from './use-station-log.ts'

const PATH = stockNoticeList.endpoints.list.path
const OPEN = '2,3'
const places = listOf(stockPlaces)

/** Pieces in hand that wait for their place: one SKU, lot and expiry a line. */
interface InHand {
  skuId: string
  text: string
  lot: string | null
  expiryDate: string | null
}
/** Lot and expiry as they stood when a piece was scanned. */
interface Typed {
  lot: string
  expiryDate: string | null
}
const keyOf = (one: Pick<InHand, 'skuId' | 'lot' | 'expiryDate'>) =>
  [one.skuId, one.lot, one.expiryDate].join('|')

/** What was scanned and has no place yet, by SKU, lot and expiry. */
function inHandOf(scans: readonly Scan[]): (InHand & { quantity: number })[] {
  const hand = new Map<string, InHand & { quantity: number }>()
  for (const { line, quantity, of } of takenIn(scans))
    hand.set(line, { ...(of as InHand), quantity: (hand.get(line)?.quantity ?? 0) + quantity })
  return [...hand.values()]
}

/**
 * Goods-in against a notice and put-away in one: pieces are scanned, then the place they are put
 * on, which books them. Lot and expiry count for what is scanned after them.
 */
export function GoodsInStation({
  id,
  onChoose,
}: {
  id: string | null
  onChoose: (id: string | null) => void
}) {
  const t = useT('stock-stations')
  const lang = useLang()
  const confirm = useConfirm()
  const lotField = useId()
  const dayField = useId()
  const found = useApi(stockNotices.queryById, { id: id ?? '0' }, { enabled: id !== null })
  const notice = found.data
  const [lot, setLot] = useState('')
  const [expiryDate, setExpiryDate] = useState<string | null>(null)
  const invalidate = useInvalidate()
  const close = useAction(stockNotices.close, { success: t('in.closed') })

  const read = async ({
    code,
    quantity,
    key,
    captured = { lot: '', expiryDate: null },
  }: StationScan<Typed>): Promise<Reading> => {
    if (!notice || id === null) {
      const sheet = await sheetByNo(PATH, code)
      if (!sheet) return { tone: 'error', title: t('noSheet', { no: code }) }
      onChoose(sheet)
      return { tone: 'ok', title: t('chosen', { no: code }) }
    }
    const line = notice.lines.find((one) => one.sku.toUpperCase() === code.toUpperCase())
    if (!line) {
      const page = await call(
        places,
        { depotId: notice.depotId, code, pageNo: 1, pageSize: 5 },
        { quiet: true },
      )
      const place = page.records.find((one) => one.code?.toUpperCase() === code.toUpperCase())
      if (place) return putAway(place.id, place.code ?? code, key)
    }
    const sku =
      line ??
      (await skusOfCode(code, notice.customerId)).map((one) => ({ ...one, skuId: one.id }))[0]
    if (!sku) return { tone: 'error', title: t('unknownCode', { code }) }
    if (sku.lotTracked && captured.lot === '')
      return { tone: 'error', title: t('lotFirst', { sku: sku.sku }) }
    if (sku.expiryTracked && captured.expiryDate === null)
      return { tone: 'error', title: t('expiryFirst', { sku: sku.sku }) }
    const piece: InHand = {
      skuId: sku.skuId,
      text: skuText(sku, lang),
      lot: sku.lotTracked ? captured.lot : null,
      expiryDate: sku.expiryTracked ? captured.expiryDate : null,
    }
    const known = notice.lines.find((one) => one.skuId === sku.skuId)
    const now = log.countOf(keyOf(piece)) + quantity
    const over = !known || known.received + now > known.expected
    return {
      tone: over ? 'warning' : 'ok',
      title: over ? t('in.over', { count: now }) : t('in.hand', { count: now }),
      detail: piece.text,
      take: { line: keyOf(piece), quantity, of: piece },
    }
  }
  // Under the scan's own key: sent again, it is booked once.
  const putAway = async (placeId: string, code: string, key: string): Promise<Reading> => {
    const lines = inHandOf(log.now())
    if (lines.length === 0) return { tone: 'error', title: t('in.nothing') }
    await send(
      stockNotices.receive,
      { id: id ?? '', lines: lines.map(({ text: _, ...one }) => ({ ...one, placeId })) },
      { idempotencyKey: key, quiet: true },
    )
    log.finish()
    void invalidate(stockNotices.receive)
    const count = lines.reduce((sum, one) => sum + one.quantity, 0)
    return { tone: 'ok', title: t('in.put', { count, place: code }) }
  }
  const log = useStationLog<Typed>({
    name: `stock-in:${id ?? ''}`,
    read,
    ready: id === null || !found.isPending,
    capture: () => ({ lot: lot.trim(), expiryDate }),
  })
  const inHand = inHandOf(log.scans)
  const finish = async () => {
    if (!notice) return
    const missing = notice.lines.reduce(
      (sum, one) => sum + Math.max(0, one.expected - one.received),
      0,
    )
    const content = missing > 0 ? t('in.missing', { count: missing }) : undefined
    const title = t('in.ask', { no: notice.no })
    if ((await confirm({ title, content, ok: t('in.close') })) !== null)
      await close.run({ id: notice.id })
  }
  return (
    <Station
      hours={{ station: 'stockIn', depotId: notice?.depotId ?? null }}
      log={log}
      ready={notice ? t('in.ready') : t('scanSheet')}
      armed={inHand.map((one) => `${one.quantity} × ${one.text}`)}
      placeholder={t('in.placeholder')}
      lines={
        notice
          ? notice.lines.map((one) => ({
              id: one.id,
              place: null,
              sku: one.sku,
              text: skuText(one, lang),
              lot: null,
              wanted: one.expected,
              done: one.received,
            }))
          : null
      }
      controls={
        <>
          <SheetChoice path={PATH} status={OPEN} label={t('notice')} id={id} onChange={onChoose} />
          {notice?.lines.some((one) => one.lotTracked) && (
            <div>
              <label htmlFor={lotField}>{t('lot')}</label>
              <Input
                id={lotField}
                size="large"
                value={lot}
                maxLength={64}
                autoComplete="off"
                onChange={(event) => setLot(event.target.value)}
              />
            </div>
          )}
          {notice?.lines.some((one) => one.expiryTracked) && (
            <div>
              <label htmlFor={dayField}>{t('expiry')}</label>
              <DayInput id={dayField} value={expiryDate} onChange={setExpiryDate} />
            </div>
          )}
          {notice?.actions.close === null && (
            <Button
              size="large"
              type="primary"
              icon={<CheckOutlined />}
              disabled={inHand.length > 0}
              loading={close.busy}
              onClick={() => void finish()}
            >
              {t('in.close')}
            </Button>
          )}
        </>
      }
    />
  )
}
