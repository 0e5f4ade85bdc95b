import { Form, Input } from 'antd'
import { useState } from 'react'
import { podCarriers, type podCarrierList } from '#contracts/billing/pod-carriers.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import './pods.css'

interface Values {
  filePatterns: string
  numberPattern: string
  names: string
}
type Tested = Out<typeof podCarriers.test>

/** Tries patterns on names of files before they are saved with the carrier. */
export default function TestDialog({
  row,
  onClose,
}: {
  row: RowOf<typeof podCarrierList>
  onClose: () => void
}) {
  const t = useT('pod-carriers')
  const test = useAction(podCarriers.test, { ownRefusals: true })
  const [tested, setTested] = useState<Tested>([])
  const entry = useEntry<Values>({
    draft: null,
    start: {
      filePatterns: row.filePatterns ?? '',
      numberPattern: row.numberPattern ?? '',
      names: '',
    },
    save: ({ names, ...patterns }) =>
      test.run({
        ...patterns,
        names: names
          .split('\n')
          .map((name) => name.trim())
          .filter(Boolean),
      }),
    onSaved: (result) => setTested(result as Tested),
    label: (path) =>
      path.startsWith('names')
        ? t('test.names')
        : ['filePatterns', 'numberPattern'].includes(path)
          ? t(path)
          : null,
  })
  return (
    <EntryModal
      entry={entry}
      title={t('test.title', { name: row.name ?? '' })}
      okText={t('test.run')}
      width={720}
      onClose={onClose}
    >
      <Form.Item name="filePatterns" label={t('filePatterns')} extra={t('filePatterns.help')}>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 10 }} />
      </Form.Item>
      <Form.Item name="numberPattern" label={t('numberPattern')}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="names"
        label={t('test.names')}
        extra={t('test.names.help')}
        rules={[{ required: true, message: t('field.required') }]}
      >
        <Input.TextArea maxLength={10_000} autoSize={{ minRows: 3, maxRows: 12 }} />
      </Form.Item>
      {tested.length > 0 && (
        <ul className="pod-tested">
          {tested.map(({ name, pattern, numbers, own }) => (
            <li key={name}>
              <b>{name}</b>
              <span>
                {pattern === null
                  ? t('test.none')
                  : `${pattern} → ${numbers.map(({ part, number }) => `${part} ${number}`).join(', ')}`}
                {own === null ? '' : ` · ${t('test.own')}: ${t(`test.own.${own}`)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </EntryModal>
  )
}
