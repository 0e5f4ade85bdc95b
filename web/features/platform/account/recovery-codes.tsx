import { Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { copyText } from '../../../kit/text/clipboard.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useSession } from '../../../kit/session/session.ts'

/** Ten codes, seen this once. The dialog goes when the user confirms that they are kept. */
export default function RecoveryCodes({
  codes,
  onClose,
}: {
  codes: readonly string[]
  onClose: () => void
}) {
  const t = useT('account')
  const notify = useNotify()
  const { user } = useSession()
  const [isSaved, setIsSaved] = useState(false)
  const save = () => {
    const url = URL.createObjectURL(
      new Blob([`Parcelyard · ${user?.username ?? ''}\n\n${codes.join('\n')}\n`], {
        type: 'text/plain',
      }),
    )
    const link = Object.assign(document.createElement('a'), {
      href: url,
      download: 'parcelyard-recovery-codes.txt',
    })
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 1_000)
  }
  const copy = async () => {
    if (await copyText(codes.join('\n'))) notify.success(t('action.copied'))
  }
  return (
    <Modal
      open
      title={t('codes.title')}
      width={460}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={() => void copy()}>{t('action.copy')}</Button>
          <Button onClick={save}>{t('codes.save')}</Button>
          <Button type="primary" disabled={!isSaved} onClick={onClose}>
            {t('codes.done')}
          </Button>
        </>
      }
    >
      <p>{t('codes.text')}</p>
      <ul className="acc-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Checkbox checked={isSaved} onChange={(event) => setIsSaved(event.target.checked)}>
        {t('codes.kept')}
      </Checkbox>
    </Modal>
  )
}
