import { CopyOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import { useState } from 'react'
import type { RowOf } from '#contracts/kit/entity.ts'
import { returnConfigList, returnConfigs } from '#contracts/returns/return-configs.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { CopyText } from '../../../kit/platform/cells.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const COLUMNS = [
  'customerId',
  'depotId',
  'addressCode',
  'photoMin',
  'instructDays',
  'freeDays',
  'feeReceive',
  'feeRestock',
  'feeRelabel',
  'feeForward',
  'feeDestroy',
  'feeHandBack',
  'feeStorage',
  'destroyLimit',
  'currency',
  'pageOpen',
  'pageKey',
]

type Row = RowOf<typeof returnConfigList>
const CELLS = {
  // What the customer gives its buyers.
  pageKey: (row: Row) =>
    row.pageOpen && row.pageKey ? (
      <CopyText text={`${location.origin}/track/return/${row.pageKey}`} />
    ) : null,
}

/** Terms of returns by customer and depot; a new customer gets those of another one. */
export default function ReturnConfigs({ title }: { title: string }) {
  const t = useT('return-configs')
  const [copying, setCopying] = useState(false)
  const mayCopy = useCan(returnConfigs.copy)
  return (
    <>
      <ResourceScreen
        of={returnConfigList}
        title={title}
        columns={COLUMNS}
        cells={CELLS}
        {...(mayCopy
          ? {
              toolbar: () => (
                <Button icon={<CopyOutlined />} onClick={() => setCopying(true)}>
                  {t('copy')}
                </Button>
              ),
            }
          : {})}
      />
      {copying && <CopyDialog onClose={() => setCopying(false)} />}
    </>
  )
}

function CopyDialog({ onClose }: { onClose: () => void }) {
  const t = useT('return-configs')
  const copy = useAction(returnConfigs.copy, { ownRefusals: true })
  const entry = useEntry<{ fromId: string | null; toId: string | null }>({
    draft: null,
    start: { fromId: null, toId: null },
    save: ({ fromId, toId }) => copy.run({ fromId: fromId ?? '', toId: toId ?? '' }),
    onSaved: onClose,
    label: (path) => (path === 'fromId' ? t('copy.from') : path === 'toId' ? t('copy.to') : null),
  })
  const required = [{ required: true, message: t('field.required') }]
  return (
    <EntryModal entry={entry} title={t('copy')} okText={t('copy.ok')} onClose={onClose}>
      <p className="py-hint">{t('copy.note')}</p>
      <Form.Item name="fromId" label={t('copy.from')} rules={required}>
        <RefSelect of="customers" />
      </Form.Item>
      <Form.Item name="toId" label={t('copy.to')} rules={required}>
        <RefSelect of="customers" />
      </Form.Item>
    </EntryModal>
  )
}
