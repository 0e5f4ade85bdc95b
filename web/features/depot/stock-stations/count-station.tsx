import { PlusOutlined, SendOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import {
  stockCountList,
  stockCounts,
  type CountDetail,
} from '#contracts/orders/stock/stock-counts.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { linesOfCode, NewCount, skuText } from '../../orders/stock/index.ts'
import { SheetChoice, sheetByNo, useSheets } from './sheet-choice.tsx'
import { Station } from './station.tsx'
import {
  takenIn,
  useStationLog,
  type Reading,
  type StationScan,
  type Taken,
} from './use-station-log.ts'
import { useWhich, wordsOf } from './which-line.tsx'

const PATH = stockCountList.endpoints.list.path
const COUNTING = '1'
/** Places are lines of no piece; the last of them is where is counted. */
const placeOf = (taken: readonly Taken[]) =>
  taken.findLast(({ quantity }) => quantity === 0)?.line ?? null

type Line = CountDetail['lines'][number]
const hasTwin = (lines: readonly Line[], of: Line): boolean =>
  lines.some(({ id, place, sku }) => id !== of.id && place === of.place && sku === of.sku)

/**
 * A count by scan, blind: a place's number, then every piece that lies there. What was not scanned
 * at a place that was scanned is 0; a place that was not scanned keeps the count open.
 */
export function CountStation({
  id,
  onChoose,
}: {
  id: string | null
  onChoose: (id: string | null) => void
}) {
  const t = useT('stock-stations')
  const lang = useLang()
  const confirm = useConfirm()
  const found = useApi(stockCounts.queryById, { id: id ?? '0' }, { enabled: id !== null })
  const count = found.data
  const which = useWhich<Line>(wordsOf)
  const textOf = (line: Line, isOneOfSeveral: boolean) =>
    isOneOfSeveral ? `${skuText(line, lang)} · ${wordsOf(line)}` : skuText(line, lang)
  const read = async ({ code, quantity }: StationScan): Promise<Reading> => {
    if (!count || id === null) {
      const found = await sheetByNo(PATH, code)
      if (!found) return { tone: 'error', title: t('noSheet', { no: code }) }
      onChoose(found)
      return { tone: 'ok', title: t('chosen', { no: code }) }
    }
    const upper = code.toUpperCase()
    const here = count.lines.find((one) => one.place.toUpperCase() === upper)
    if (here) {
      which.begin()
      return {
        tone: 'ok',
        title: t('atPlace', { place: here.place }),
        take: { line: here.place, quantity: 0 },
      }
    }
    const at = placeOf(takenIn(log.now()))
    if (at === null) return { tone: 'error', title: t('placeFirst') }
    const atPlace = count.lines.filter((one) => one.place === at)
    if (atPlace.some((one) => one.lot?.toUpperCase() === upper)) {
      which.begin(upper)
      return { tone: 'ok', title: t('atLot', { lot: code }) }
    }
    const lines = await linesOfCode(atPlace, code)
    if (lines.length === 0) return { tone: 'error', title: t('notHere', { code, place: at }) }
    const [one] = which.of(lines, { code, quantity })
    if (!one) return { tone: 'error', title: t('which', { code }) }
    return {
      tone: 'ok',
      title: t('count.now', { count: log.countOf(one.id) + quantity }),
      detail: textOf(one, lines.length > 1),
      take: { line: one.id, quantity },
    }
  }
  const log = useStationLog({
    name: `stock-count:${id ?? ''}`,
    read,
    ready: id === null || !found.isPending,
  })
  const place = placeOf(log.taken)
  const been = new Set(log.taken.filter((one) => one.quantity === 0).map((one) => one.line))
  const enter = useAction(stockCounts.enter, { success: false })
  const submit = useAction(stockCounts.submit, { success: t('count.done') })
  const finish = async () => {
    if (!count) return
    const scanned = count.lines.filter((one) => been.has(one.place))
    const open = new Set(
      count.lines
        .filter((one) => !been.has(one.place) && one.counted === null)
        .map((one) => one.place),
    )
    const content =
      open.size > 0 ? t('count.open', { list: [...open].join(', ') }) : t('count.note')
    const title = t('count.ask', { no: count.no })
    if ((await confirm({ title, content, ok: t('count.finish') })) === null) return
    if (scanned.length === 0) return
    const lines = scanned.map((one) => ({ id: one.id, counted: log.countOf(one.id) }))
    if (!(await enter.run({ id: count.id, lines })).ok) return
    log.finish()
    if (open.size === 0) await submit.run({ id: count.id })
  }
  return (
    <Station
      hours={{ station: 'stockCount', depotId: count?.depotId ?? null }}
      log={log}
      ready={count ? t('placeFirst') : t('scanSheet')}
      armed={place === null ? [] : [t('atPlace', { place })]}
      placeholder={t('count.placeholder')}
      lines={
        count
          ? count.lines.map((one) => ({
              id: one.id,
              place: one.place,
              sku: one.sku,
              text: textOf(one, hasTwin(count.lines, one)),
              lot: one.lot,
              wanted: null,
              done: been.has(one.place) ? log.countOf(one.id) : (one.counted ?? 0),
            }))
          : null
      }
      controls={
        <>
          <SheetChoice
            path={PATH}
            status={COUNTING}
            label={t('count')}
            id={id}
            onChange={onChoose}
          />
          {count?.actions.submit === null && (
            <Button
              size="large"
              type="primary"
              icon={<SendOutlined />}
              disabled={been.size === 0}
              loading={enter.busy || submit.busy}
              onClick={() => void finish()}
            >
              {t('count.finish')}
            </Button>
          )}
        </>
      }
    >
      {id === null && <CountOpening onMade={onChoose} />}
      {which.ask(log.add)}
    </Station>
  )
}

/** Where no count is chosen: who may opens one here, the others read who can. */
function CountOpening({ onMade }: { onMade: (id: string) => void }) {
  const t = useT('stock-counts')
  const own = useT('stock-stations')
  const mayAdd = useRightsCheck()(stockCounts.add)
  const open = useSheets(PATH, COUNTING).data
  const [adding, setAdding] = useState(false)
  if (!mayAdd)
    return open?.records.length === 0 ? <p className="wh-note">{own('count.mayNot')}</p> : null
  return (
    <div>
      <Button size="large" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
        {t('form.new')}
      </Button>
      <Suspense>{adding && <NewCount onClose={() => setAdding(false)} onMade={onMade} />}</Suspense>
    </div>
  )
}
