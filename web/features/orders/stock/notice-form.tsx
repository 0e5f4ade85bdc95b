import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Drawer, Form, Input, Skeleton } from 'antd'
import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { stockNotices, type NoticeDetail } from '#contracts/orders/stock/stock-notices.ts'
import { PIECES_MAX } from '#contracts/orders/stock/stock.states.ts'
import { DayInput } from './day-input.tsx'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { focusFirst } from '../../../kit/form/focus-first.ts'
import { useValue } from '../../../kit/form/form-values.ts'
import { newLineKey, removeLine, changeLine, type Line } from '../../../kit/form/lines/lines.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { RefSelect, RefText } from '../../../kit/form/choices/ref-select.tsx'
import { ownDepot } from '../../../kit/platform/own/own-profile.ts'
import { useCan, useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { useText } from './use-text.ts'
import { OpenHint } from '../../parties/depots/index.ts'
import { SkuSelect, skuText } from './sku-select.tsx'

interface NoticeLine extends Line {
  skuId: string | null
  text: string | null
  expected: number | null
}
interface Values {
  customerId: string | null
  depotId: string | null
  expectedDate: string | null
  reference: string
  carrier: string
  remark: string
  lines: readonly NoticeLine[]
}
const LABELS = ['customerId', 'depotId', 'expectedDate', 'reference', 'carrier', 'remark', 'lines']
const blank = (): NoticeLine => ({ lineKey: newLineKey(), skuId: null, text: null, expected: null })

/** Adds or edits a notice with its lines. */
export default function NoticeForm({ id, onClose }: { id: string | null; onClose: () => void }) {
  const t = useT('stock-notices')
  const found = useApi(
    stockNotices.queryById,
    { id: id ?? '' },
    { enabled: id !== null, staleTime: 0 },
  )
  const notice = id === null ? null : (found.data ?? null)
  const formId = useId()
  const [busy, setBusy] = useState(false)
  const [drawn, setDrawn] = useState(false)
  const mayAnnounce = useCan(stockNotices.announce)
  // Read when it is saved.
  const announces = useRef(false)
  const submit = () => {
    announces.current = true
    const form = document.getElementById(formId)
    if (form instanceof HTMLFormElement) form.requestSubmit()
  }
  const ready = id === null || (notice !== null && !found.isFetching)
  useKeys({ Escape: onClose }, { modal: true })
  useEffect(() => {
    if (drawn && ready) focusFirst(formId)
  }, [drawn, ready, formId])
  return (
    <Drawer
      open
      size={720}
      title={t(id === null ? 'form.new' : 'form.edit')}
      onClose={onClose}
      keyboard={false}
      rootClassName="py-drawer"
      afterOpenChange={setDrawn}
      footer={
        <div className="py-drawer-footer">
          <span className="py-hint" />
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            type={mayAnnounce ? 'default' : 'primary'}
            htmlType="submit"
            form={formId}
            loading={busy}
            disabled={!ready}
            onClick={() => (announces.current = false)}
          >
            {t('action.save')}
          </Button>
          {mayAnnounce && (
            <Button type="primary" loading={busy} disabled={!ready} onClick={submit}>
              {t('form.saveAnnounce')}
            </Button>
          )}
        </div>
      }
    >
      {ready ? (
        <NoticeEntry
          formId={formId}
          notice={notice}
          announces={announces}
          onBusy={setBusy}
          onClose={onClose}
        />
      ) : (
        <Skeleton active />
      )}
    </Drawer>
  )
}

function NoticeEntry({
  formId,
  notice,
  announces,
  onBusy,
  onClose,
}: {
  formId: string
  notice: NoticeDetail | null
  announces: RefObject<boolean>
  onBusy: (busy: boolean) => void
  onClose: () => void
}) {
  const t = useT('stock-notices')
  const lang = useLang()
  const may = useRightsCheck()
  const staff = may('base:customer:list')
  const success = () => (announces.current ? null : t('form.draft'))
  const add = useAction(stockNotices.add, { ownRefusals: true, success })
  const edit = useAction(stockNotices.edit, { ownRefusals: true, success })
  const announce = useAction(stockNotices.announce, { success: t('announce.done') })
  const valuesOf = (row: NoticeDetail): Values => ({
    customerId: row.customerId,
    depotId: row.depotId,
    expectedDate: row.expectedDate,
    reference: row.reference ?? '',
    carrier: row.carrier ?? '',
    remark: row.remark ?? '',
    lines: row.lines.map((line) => ({
      lineKey: newLineKey(),
      skuId: line.skuId,
      text: skuText(line, lang),
      expected: line.expected,
    })),
  })
  const entry = useEntry<Values>({
    draft: `stock-notices:${notice?.id ?? 'new'}`,
    start: notice
      ? valuesOf(notice)
      : {
          customerId: null,
          depotId: ownDepot(),
          expectedDate: null,
          reference: '',
          carrier: '',
          remark: '',
          lines: [blank()],
        },
    version: notice?.version,
    save: (values, version) => {
      const body = {
        ...(staff ? { customerId: values.customerId } : {}),
        depotId: values.depotId ?? '',
        expectedDate: values.expectedDate,
        reference: values.reference || null,
        carrier: values.carrier || null,
        remark: values.remark || null,
        lines: values.lines.map((line) => ({
          skuId: line.skuId ?? '',
          expected: line.expected ?? Number.NaN,
        })),
      }
      return notice ? edit.run({ ...body, id: notice.id, version: Number(version) }) : add.run(body)
    },
    onSaved: async (result) => {
      // Refused: the notice is there as a draft, and the reason is shown.
      if (announces.current) await announce.run({ id: (result as NoticeDetail).id })
      onClose()
    },
    label: (path) => {
      const [field = ''] = path.split('.')
      return LABELS.includes(field) ? t(field) : null
    },
    fields: LABELS.filter((field) => field !== 'lines'),
    show: (field, value) =>
      field === 'customerId' || field === 'depotId' ? (
        <RefText
          of={field === 'depotId' ? 'depots' : 'customers'}
          id={typeof value === 'string' ? value : null}
        />
      ) : (
        String(value ?? '')
      ),
    valuesOf: (row) => valuesOf(row as unknown as NoticeDetail),
  })
  useEffect(() => onBusy(entry.busy), [entry.busy, onBusy])
  const customerId = useText(entry.form, 'customerId')
  const depotId = useValue(entry.form, 'depotId')
  const expectedDate = useValue(entry.form, 'expectedDate')
  const lines = (useValue(entry.form, 'lines') as readonly NoticeLine[] | undefined) ?? []
  const change = (next: (lines: readonly NoticeLine[]) => readonly NoticeLine[], about?: string) =>
    entry.edit((values) => ({ ...values, lines: next(values.lines) }), about)
  const required = [{ required: true, message: t('field.required') }]
  return (
    <Form<Values> {...entry.props} id={formId}>
      {entry.notes}
      {staff && (
        <Form.Item name="customerId" label={t('customerId')} rules={required}>
          <RefSelect of="customers" />
        </Form.Item>
      )}
      <Form.Item name="depotId" label={t('depotId')} rules={required}>
        <RefSelect of="depots" />
      </Form.Item>
      <Form.Item name="expectedDate" label={t('expectedDate')}>
        <DayInput />
      </Form.Item>
      <OpenHint depotId={depotId} day={expectedDate} />
      <Form.Item name="reference" label={t('reference')}>
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <Form.Item name="carrier" label={t('carrier')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="remark" label={t('remark')}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
      </Form.Item>
      <Form.Item name="lines" hidden>
        <Input />
      </Form.Item>
      <fieldset className="stock-lines">
        <legend>{t('lines')}</legend>
        {lines.map((line, at) => {
          const issue = entry.issues[`lines.${at}.skuId`] ?? entry.issues[`lines.${at}.expected`]
          return (
            <div key={line.lineKey} className="stock-line">
              <SkuSelect
                value={line.skuId}
                text={line.text}
                customerId={staff ? customerId : null}
                label={`${t('lineSku')} ${at + 1}`}
                onChange={(skuId) =>
                  change((all) => changeLine(all, at, (one) => ({ ...one, skuId })), `lines.${at}`)
                }
                // Goes with the draft: put back, the line is read by its name.
                onFound={(sku) =>
                  sku &&
                  change((all) =>
                    changeLine(all, at, (one) => ({ ...one, text: skuText(sku, lang) })),
                  )
                }
              />
              <NumberInput
                min={1}
                max={PIECES_MAX}
                precision={0}
                value={line.expected}
                placeholder={t('expected')}
                aria-label={`${t('expected')} ${at + 1}`}
                onChange={(expected) =>
                  change(
                    (all) => changeLine(all, at, (one) => ({ ...one, expected })),
                    `lines.${at}`,
                  )
                }
              />
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={`${t('line.remove')} ${at + 1}`}
                disabled={lines.length === 1}
                onClick={() => change((all) => removeLine(all, at), 'lines')}
              />
              {issue && (
                <span className="stock-issue" role="alert">
                  {issue}
                </span>
              )}
            </div>
          )
        })}
        <Button icon={<PlusOutlined />} onClick={() => change((all) => [...all, blank()])}>
          {t('line.add')}
        </Button>
      </fieldset>
    </Form>
  )
}
