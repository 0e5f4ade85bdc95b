import { CheckOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useId, useRef, useState } from 'react'
import { stockNoticeList, stockNotices } from '#contracts/orders/stock/stock-notices.ts'
import { stockPlaces } from '#contracts/orders/stock/stock-places.ts'
import { call } from '../../../kit/http/api.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { listOf } from '../../../kit/resource/resource-screen-props.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { DayInput, skuText } from '../../orders/stock/index.ts'
import { skusOfCode } from './match-sku.ts'
import { SheetChoice, sheetByNo } from './sheet-choice.tsx'
import { Station } from './station.tsx'
import { useStationLog, type Reading } from './use-station-log.ts'

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
const keyOf = (one: Pick<InHand, 'skuId' | 'lot' | 'expiryDate'>) =>
  [one.skuId, one.lot, one.expiryDate].join('|')

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
  const hand = useRef(new Map<string, InHand>())
  const receive = useAction(stockNotices.receive, { success: false, ownRefusals: true })
  const close = useAction(stockNotices.close, { success: t('in.closed') })

  const read = async (code: string, quantity: number): Promise<Reading> => {
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
      if (place) return putAway(place.id, place.code ?? code)
    }
    const sku =
      line ??
      (await skusOfCode(code, notice.customerId)).map((one) => ({ ...one, skuId: one.id }))[0]
    if (!sku) return { tone: 'error', title: t('unknownCode', { code }) }
    if (sku.lotTracked && lot.trim() === '')
      return { tone: 'error', title: t('lotFirst', { sku: sku.sku }) }
    if (sku.expiryTracked && expiryDate === null)
      return { tone: 'error', title: t('expiryFirst', { sku: sku.sku }) }
    const piece: InHand = {
      skuId: sku.skuId,
      text: skuText(sku, lang),
      lot: sku.lotTracked ? lot.trim() : null,
      expiryDate: sku.expiryTracked ? expiryDate : null,
    }
    hand.current.set(keyOf(piece), piece)
    const known = notice.lines.find((one) => one.skuId === sku.skuId)
    const now = log.countOf(keyOf(piece)) + quantity
    const over = !known || known.received + now > known.expected
    return {
      tone: over ? 'warning' : 'ok',
      title: over ? t('in.over', { count: now }) : t('in.hand', { count: now }),
      detail: piece.text,
      take: { line: keyOf(piece), quantity },
    }
  }
  const putAway = async (placeId: string, code: string): Promise<Reading> => {
    const lines = [...hand.current]
      .map(([key, piece]) => ({ ...piece, quantity: log.countOf(key) }))
      .filter((one) => one.quantity > 0)
    if (lines.length === 0) return { tone: 'error', title: t('in.nothing') }
    const done = await receive.run({
      id: id ?? '',
      lines: lines.map(({ text: _, ...one }) => ({ ...one, placeId })),
    })
    if (!done.ok)
      return { tone: 'error', title: done.error.issues[0]?.message ?? done.error.message }
    log.booked()
    hand.current.clear()
    const count = lines.reduce((sum, one) => sum + one.quantity, 0)
    return { tone: 'ok', title: t('in.put', { count, place: code }) }
  }
  const log = useStationLog(read, id === null || !found.isPending)
  const inHand = [...hand.current.values()].filter((one) => log.countOf(keyOf(one)) > 0)
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
      log={log}
      ready={notice ? t('in.ready') : t('scanSheet')}
      armed={inHand.map((one) => `${log.countOf(keyOf(one))} × ${one.text}`)}
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
