import { Modal, Radio } from 'antd'
import { useState } from 'react'
import { useT } from '../../../kit/text/i18n.ts'

export interface MergedRow {
  id: string
  name: string | null
  company: string | null
  street: string | null
  house: string | null
  postalCode: string | null
  city: string | null
  country: string | null
}

/** Which of several addresses remains. */
export function MergeDialog({
  rows,
  busy,
  onMerge,
  onClose,
}: {
  rows: readonly MergedRow[]
  busy: boolean
  onMerge: (remainId: string) => void
  onClose: () => void
}) {
  const t = useT('addresses')
  const [remainId, setRemainId] = useState(rows[0]?.id ?? '')
  return (
    <Modal
      open
      title={t('merge.title', { count: rows.length })}
      okText={t('merge.ok')}
      okButtonProps={{ danger: true, loading: busy }}
      onOk={() => onMerge(remainId)}
      onCancel={onClose}
    >
      <p>{t('merge.which')}</p>
      <Radio.Group
        className="address-merge"
        value={remainId}
        onChange={(event) => setRemainId(String(event.target.value))}
      >
        {rows.map((row) => (
          <Radio key={row.id} value={row.id}>
            <strong>{row.name}</strong>{' '}
            {[row.company, row.street, row.house, row.postalCode, row.city, row.country]
              .filter(Boolean)
              .join(' · ')}
          </Radio>
        ))}
      </Radio.Group>
    </Modal>
  )
}
