import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, InputNumber, Modal, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { stockNotices, type NoticeDetail } from '#contracts/orders/stock/stock-notices.ts'
import { changeLine, newLineKey, removeLine, type Line } from '../../../kit/form/lines/lines.ts'
import { useApi } from '../../../kit/http/query.ts'
import { closeAsked, useUnsaved, useUnsavedScope } from '../../../kit/platform/unsaved.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { DayInput } from './day-input.tsx'
import { PlaceSelect } from './place-select.tsx'
import { SkuSelect, skuText } from './sku-select.tsx'

interface Receipt extends Line {
  skuId: string | null
  text: string | null
  quantity: number | null
  /** Announced and not in yet. */
  open: number
  lot: string
  expiryDate: string | null
  placeId: string | null
}
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

/** Puts what came on its places: one line per lot, expiry and place. Ctrl+Enter books it. */
export default function ReceiveForm({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT('stock-notices')
  const lang = useLang()
  const notice = useApi(stockNotices.queryById, { id }, { staleTime: 0 }).data
  const [lines, setLines] = useState<readonly Receipt[] | null>(null)
  const [issues, setIssues] = useState<Issues>({})
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
  const save = async () => {
    const filled = (lines ?? []).filter((line) => (line.quantity ?? 0) > 0)
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
        disabled: !lines?.some((line) => (line.quantity ?? 0) > 0),
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

function ReceiptLine({
  line,
  notice,
  issue,
  onChange,
  onRemove,
}: {
  line: Receipt
  notice: NoticeDetail
  issue: string | undefined
  onChange: (part: Partial<Receipt>) => void
  onRemove: () => void
}) {
  const t = useT('stock-notices')
  return (
    <div className="stock-receipt">
      <label>
        <span>{t('lineSku')}</span>
        <SkuSelect
          value={line.skuId}
          text={line.text}
          customerId={notice.customerId}
          onChange={(skuId) => onChange({ skuId })}
        />
      </label>
      <label>
        <span>{t('quantity')}</span>
        <InputNumber
          min={0}
          max={10_000_000}
          precision={0}
          placeholder={line.open > 0 ? `/ ${line.open}` : ''}
          value={line.quantity}
          onChange={(quantity) => onChange({ quantity })}
        />
      </label>
      <label>
        <span>{t('lot')}</span>
        <Input
          value={line.lot}
          maxLength={64}
          autoComplete="off"
          onChange={(event) => onChange({ lot: event.target.value })}
        />
      </label>
      <label>
        <span>{t('expiryDate')}</span>
        <DayInput value={line.expiryDate} onChange={(expiryDate) => onChange({ expiryDate })} />
      </label>
      <label>
        <span>{t('place')}</span>
        <PlaceSelect
          depotId={notice.depotId}
          value={line.placeId}
          onChange={(placeId) => onChange({ placeId })}
        />
      </label>
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={t('line.remove')}
        onClick={onRemove}
      />
      {issue && (
        <span className="stock-issue" role="alert">
          {issue}
        </span>
      )}
    </div>
  )
}
