import { PlusOutlined } from '@ant-design/icons'
import { Button, Modal, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { stockNotices, type NoticeDetail } from '#contracts/orders/stock/stock-notices.ts'
import { PIECES_MAX } from '#contracts/orders/stock/stock.states.ts'
import { changeLine, newLineKey, removeLine } from '../../../kit/form/lines/lines.ts'
import { useApi } from '../../../kit/http/query.ts'
import { closeAsked, useUnsaved, useUnsavedScope } from '../../../kit/platform/unsaved.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useScanner } from '../../../kit/platform/use-keys.ts'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { skusOfCode } from './match-sku.ts'
import { ReceiptLine, fieldOf, type Receipt } from './receipt-line.tsx'
import { skuText } from './sku-select.tsx'

type Issues = Readonly<Record<string, string>>

/** What a notice still expects; how many came is counted, not filled in. */
const expectedOf = (notice: NoticeDetail, lang: string): Receipt[] =>
  notice.lines
    .filter((line) => line.received < line.expected)
    .map((line) => ({
      ...blank(),
      skuId: line.skuId,
      text: skuText(line, lang),
      open: line.expected - line.received,
    }))

const blank = (): Receipt => ({
  lineKey: newLineKey(),
  skuId: null,
  text: null,
  quantity: null,
  open: 0,
  lot: '',
  expiryDate: null,
  placeId: null,
})

interface Over {
  text: string
  expected: number
  received: number
  now: number
  over: number
}
/** What is more than the notice still expects, by SKU: its lots and places count together. */
const oversOf = (notice: NoticeDetail, lines: readonly Receipt[], lang: string): Over[] =>
  [...Map.groupBy(lines, (line) => line.skuId)].flatMap(([skuId, ofSku]) => {
    const announced = notice.lines.find((line) => line.skuId === skuId)
    const { expected, received } = announced ?? { expected: 0, received: 0 }
    const now = ofSku.reduce((sum, line) => sum + (line.quantity ?? 0), 0)
    const over = now - Math.max(0, expected - received)
    const text = announced ? skuText(announced, lang) : (ofSku[0]?.text ?? '')
    return skuId !== null && over > 0 ? [{ text, expected, received, now, over }] : []
  })

/** Puts what came on its places: one line per lot, expiry and place. Ctrl+Enter books it. */
export default function ReceiveForm({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT('stock-notices')
  const lang = useLang()
  const notice = useApi(stockNotices.queryById, { id }, { staleTime: 0 }).data
  const [lines, setLines] = useState<readonly Receipt[] | null>(null)
  const [issues, setIssues] = useState<Issues>({})
  const confirm = useConfirm()
  const [isAsking, setIsAsking] = useState(false)
  const receive = useAction(stockNotices.receive, {
    ownRefusals: true,
    success: t('receive.done'),
  })
  useEffect(() => {
    if (notice && lines === null) {
      const expected = expectedOf(notice, lang)
      setLines(expected.length > 0 ? expected : [blank()])
    }
  }, [notice, lines, lang])
  const [typed, setTyped] = useState(false)
  const saved = useUnsaved(typed)
  const tab = useUnsavedScope()
  const change = (at: number, part: Partial<Receipt>) => {
    setIssues({})
    setTyped(true)
    setLines((now) => {
      const lines = changeLine(now ?? [], at, (line) => ({ ...line, ...part }))
      // A delivery mostly goes to one place: a chosen one counts for the lines that have none.
      return part.placeId
        ? lines.map((line) => ({ ...line, placeId: line.placeId ?? part.placeId ?? null }))
        : lines
    })
  }
  /** A scan leads to the quantity of its line; one that is filled is the last choice. */
  const scan = async (code: string) => {
    if (!notice || lines === null) return
    setIssues({})
    const named = notice.lines.filter(({ sku }) => sku.toUpperCase() === code.toUpperCase())
    const ids =
      named.length > 0
        ? named.map(({ skuId }) => skuId)
        : (await skusOfCode(code, notice.customerId)).map(({ id: skuId }) => skuId)
    const of = lines.filter((line) => line.skuId !== null && ids.includes(line.skuId))
    const line = of.find(({ quantity }) => quantity === null) ?? of[0]
    if (!line) return setIssues({ '': t('receive.noLine', { code }) })
    const field = document.getElementById(fieldOf(line))
    if (field instanceof HTMLInputElement) {
      field.focus()
      field.select()
    }
  }
  const onScan = (code: string) =>
    void scan(code).catch((error: unknown) =>
      setIssues({ '': error instanceof Error ? error.message : String(error) }),
    )
  useScanner(onScan, !isAsking)
  const askOver = async (overs: readonly Over[]): Promise<boolean> => {
    setIsAsking(true)
    const answer = await confirm({
      title: t('receive.over.ask'),
      names: overs.map((over) => t('receive.over.line', { ...over })),
      ok: t('receive.ok'),
      danger: true,
    })
    setIsAsking(false)
    return answer !== null
  }
  const save = async () => {
    const filled = (lines ?? []).filter((line) => (line.quantity ?? 0) > 0)
    const overs = notice ? oversOf(notice, filled, lang) : []
    if (overs.length > 0 && !(await askOver(overs))) return
    const outcome = await receive.run({
      id,
      lines: filled.map((line) => ({
        skuId: line.skuId ?? '',
        quantity: line.quantity ?? 0,
        lot: line.lot || null,
        expiryDate: line.expiryDate,
        placeId: line.placeId ?? '',
      })),
    })
    if (outcome.ok) {
      saved()
      return onClose()
    }
    const found: Record<string, string> = {}
    for (const { path, message } of outcome.error.issues) {
      const [, at, field = ''] = path.split('.')
      const key = filled[Number(at)]?.lineKey ?? ''
      const words = `${t(field === 'skuId' ? 'lineSku' : field === 'placeId' ? 'place' : field)} ${message}`
      found[key] = found[key] ? `${found[key]}; ${words}` : words
    }
    setIssues(outcome.error.issues.length > 0 ? found : { '': outcome.error.message })
  }
  return (
    <Modal
      open
      width={980}
      title={t('receive.title', { no: notice?.no ?? '' })}
      okText={t('receive.ok')}
      cancelText={t('action.cancel')}
      okButtonProps={{
        loading: receive.busy,
        disabled:
          !lines?.some((line) => (line.quantity ?? 0) > 0) ||
          lines.some((line) => (line.quantity ?? 0) > PIECES_MAX),
      }}
      onOk={() => void save()}
      mask={{ closable: !typed }}
      // Esc and the cross ask first, as in every form: lots are typed from the boxes.
      onCancel={() => closeAsked(tab, onClose)}
    >
      {!notice || lines === null ? (
        <Skeleton active />
      ) : (
        <div className="stock-lines">
          <p className="stock-head">
            <b>{notice.customerName}</b> · {notice.depotCode}
          </p>
          {issues[''] && (
            <span className="stock-issue" role="alert">
              {issues['']}
            </span>
          )}
          {lines.map((line, at) => (
            <ReceiptLine
              key={line.lineKey}
              line={line}
              notice={notice}
              issue={issues[line.lineKey]}
              onChange={(part) => change(at, part)}
              onScan={onScan}
              onRemove={() => {
                setTyped(true)
                setLines(removeLine(lines, at))
              }}
            />
          ))}
          {lines.some((line) => line.open > 0 && line.quantity !== line.open) && (
            <Button
              onClick={() => {
                setTyped(true)
                setLines(
                  lines.map((line) => (line.open > 0 ? { ...line, quantity: line.open } : line)),
                )
              }}
            >
              {t('receive.all')}
            </Button>
          )}
          <Button
            icon={<PlusOutlined />}
            onClick={() => {
              setTyped(true)
              const last = lines.at(-1)
              setLines([
                ...lines,
                { ...blank(), skuId: last?.skuId ?? null, text: last?.text ?? null },
              ])
            }}
          >
            {t('receive.split')}
          </Button>
        </div>
      )}
    </Modal>
  )
}
