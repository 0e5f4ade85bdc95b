import { Input, Modal } from 'antd'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { problemReports } from '#contracts/platform/messaging/problem-reports.ts'
import { useAction } from '../kit/http/use-action.ts'
import { useT } from '../kit/text/i18n.ts'

const TEXT_MAX = 1_000
const PATH_MAX = 300

/** What the person was about to do goes to the company's administrators, with where it failed. */
export function ReportProblem({
  requestId,
  onClose,
}: {
  requestId: string | null
  onClose: () => void
}) {
  const t = useT('shell')
  const { pathname } = useLocation()
  const [text, setText] = useState('')
  const report = useAction(problemReports.report)
  const send = async () => {
    const done = await report.run({ requestId, path: pathname.slice(0, PATH_MAX), text })
    if (done.ok) onClose()
  }
  return (
    <Modal
      open
      title={t('report.title')}
      okText={t('report.send')}
      okButtonProps={{ disabled: text.trim() === '', loading: report.busy }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <label htmlFor="problem-text">{t('report.text')}</label>
      <Input.TextArea
        id="problem-text"
        rows={4}
        maxLength={TEXT_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p>{t('report.note')}</p>
    </Modal>
  )
}
