import { Button, Form, Input } from 'antd'
import { billLines } from '#contracts/billing/bill-lines.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { LineRow } from './decisions.ts'
import '../../../kit/resource/desk/desk.css'

/** The parcel a line is about, by any of its numbers; likely ones are offered, none is taken by itself. */
export default function LinkDialog({ row, onClose }: { row: LineRow; onClose: () => void }) {
  const t = useT('bills')
  const save = useAction(billLines.link, { ownRefusals: true })
  const found = useApi(billLines.suggest, { id: row.id })
  const entry = useEntry<{ parcelNo: string }>({
    draft: null,
    start: { parcelNo: '' },
    save: ({ parcelNo }) => save.run({ id: row.id, version: row.version, parcelNo }),
    onSaved: onClose,
    label: (path) => (path === 'parcelNo' ? t('link.parcelNo') : null),
  })
  return (
    <EntryModal entry={entry} title={t('link')} okText={t('link')} onClose={onClose}>
      <p className="py-hint">{t('link.hint', { number: row.trackNo ?? '' })}</p>
      <Form.Item
        name="parcelNo"
        label={t('link.parcelNo')}
        rules={[{ required: true, message: t('field.required') }]}
      >
        <Input maxLength={80} />
      </Form.Item>
      {(found.data ?? []).length > 0 && (
        <>
          <h3>{t('link.suggested')}</h3>
          <ul className="py-desk-list">
            {(found.data ?? []).map((one) => (
              <li key={one.parcelNo}>
                <Button size="small" onClick={() => entry.set('parcelNo', one.parcelNo)}>
                  {one.parcelNo}
                </Button>
                <span>
                  {one.trackNo} · {one.customer} · {one.weight / 1000} kg
                </span>
                <small>
                  {t(`link.${one.why}`)} {one.outboundAt && <Moment at={one.outboundAt} />}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
    </EntryModal>
  )
}
