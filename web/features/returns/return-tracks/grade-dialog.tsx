import { Checkbox, Form, Input } from 'antd'
import type { Grade } from '#contracts/returns/return-tracks.states.ts'
import type { TrackDetail } from '#contracts/returns/return-tracks.shapes.ts'
import { returnStation } from '#contracts/returns/return-station.ts'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

interface Values {
  grade: Grade | null
  value: string
  goods: string
  serialsChecked: boolean
}

/** `SKU*2 [SN1 SN2]` per line; each serial is a piece of its own. */
function itemsOf(text: string, grade: Grade) {
  return text
    .split('\n')
    .map((line) =>
      /^\s*([^\s*×[\]]{1,64})\s*(?:[*×]\s*(\d{1,5}))?\s*(?:\[([^\]]*)\])?\s*$/.exec(line),
    )
    .flatMap((parts) => {
      if (!parts) return []
      const sku = parts[1]!
      const serials = (parts[3] ?? '').split(/[\s,]+/).filter(Boolean)
      const count = Number(parts[2] ?? Math.max(1, serials.length))
      const rest = count - serials.length
      return [
        ...serials.map((serial) => ({ sku, quantity: 1, grade, serial })),
        ...(rest > 0 ? [{ sku, quantity: rest, grade }] : []),
      ]
    })
}

/** What a return is like: its grade, its value and what is in it. */
export default function GradeDialog({
  track,
  onClose,
}: {
  track: TrackDetail
  onClose: () => void
}) {
  const t = useT('return-tracks')
  const grade = useAction(returnStation.grade, { ownRefusals: true })
  const entry = useEntry<Values>({
    draft: null,
    start: {
      grade: track.grade as Grade | null,
      value: track.value ?? '',
      goods: track.items
        .map(({ sku, quantity, serial }) => `${sku}*${quantity}${serial ? ` [${serial}]` : ''}`)
        .join('\n'),
      serialsChecked: false,
    },
    save: (values) =>
      grade.run({
        id: track.id,
        version: track.version,
        grade: values.grade ?? 'A',
        ...(values.value ? { value: values.value } : {}),
        items: itemsOf(values.goods, values.grade ?? 'A'),
        serialsChecked: values.serialsChecked,
      }),
    onSaved: onClose,
    label: (path) =>
      path.startsWith('items')
        ? t('grade.goods')
        : ['grade', 'value'].includes(path)
          ? t(path)
          : null,
  })
  return (
    <EntryModal
      entry={entry}
      title={t('grade.title', { no: track.no })}
      okText={t('grade.do')}
      onClose={onClose}
    >
      <Form.Item
        name="grade"
        label={t('grade')}
        rules={[{ required: true, message: t('field.required') }]}
      >
        <DictSelect code="return_grade" />
      </Form.Item>
      <Form.Item name="value" label={`${t('value')} (${track.currency})`}>
        <Input inputMode="decimal" maxLength={20} autoComplete="off" />
      </Form.Item>
      <Form.Item name="goods" label={t('grade.goods')}>
        <Input.TextArea maxLength={4000} autoSize={{ minRows: 3, maxRows: 10 }} />
      </Form.Item>
      <Form.Item name="serialsChecked" valuePropName="checked">
        <Checkbox>{t('grade.checked')}</Checkbox>
      </Form.Item>
    </EntryModal>
  )
}
