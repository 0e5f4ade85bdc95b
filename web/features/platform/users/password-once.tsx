import { Alert, Button, Modal } from 'antd'
import { CopyText } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'

export interface Once {
  username: string
  password: string
}

/** A password that is not shown again: the server keeps only its hash. */
export default function PasswordOnce({
  of: { username, password },
  note,
  onClose,
}: {
  of: Once
  note?: string
  onClose: () => void
}) {
  const t = useT('users')
  return (
    <Modal
      open
      title={t('once.title')}
      width={460}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <Button type="primary" autoFocus onClick={onClose}>
          {t('once.done')}
        </Button>
      }
    >
      <Alert type="warning" showIcon title={t('once.note')} />
      <dl className="usr-once">
        <dt>{t('username')}</dt>
        <dd>
          <CopyText text={username} />
        </dd>
        <dt>{t('password')}</dt>
        <dd>
          <CopyText text={password}>
            <code>{password}</code>
          </CopyText>
        </dd>
      </dl>
      {note && <p>{note}</p>}
    </Modal>
  )
}
