import { Button, Modal, Space } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { companyToday } from '../../../kit/session/company-zone.ts'
import { DateInput } from '../../../kit/form/date-input.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** Asks for the day tasks come up again. */
export default function SnoozeDialog({
  onClose,
  onChosen,
}: {
  onClose: () => void
  onChosen: (until: string) => void
}) {
  const t = useT('revoke-tasks')
  const [until, setUntil] = useState<Dayjs>(() => dayjs(companyToday()).add(1, 'day'))
  return (
    <Modal
      open
      title={t('ask.snooze')}
      okText={t('action.snooze')}
      cancelText={t('action.cancel')}
      onCancel={onClose}
      onOk={() => onChosen(until.format('YYYY-MM-DD'))}
    >
      <Space wrap>
        <DateInput value={until} onChange={(day: Dayjs | null) => day && setUntil(day)} />
        <Button onClick={() => setUntil(dayjs(companyToday()).add(1, 'day'))}>
          {t('ask.snooze.tomorrow')}
        </Button>
        <Button onClick={() => setUntil(dayjs(companyToday()).add(7, 'day'))}>
          {t('ask.snooze.week')}
        </Button>
      </Space>
    </Modal>
  )
}
