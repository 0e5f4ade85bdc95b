import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { channelDesk } from '#contracts/commercial/channel-desk.ts'
import type { channels } from '#contracts/commercial/channels.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

const NAMES = ['code', 'name', 'nameEn'] as const

/** A channel once more under another code. */
export default function CopyDialog({
  row,
  onClose,
}: {
  row: RowOf<typeof channels>
  onClose: () => void
}) {
  const t = useT('channels')
  const navigate = useNavigate()
  const [values, setValues] = useState({ code: '', name: row.name ?? '', nameEn: row.nameEn ?? '' })
  const copy = useAction(channelDesk.copy, {
    ownRefusals: true,
    onDone: ({ id }) => {
      onClose()
      void navigate(`/delivery/channels/${id}`)
    },
  })
  const wrong = (name: string) => copy.error?.issues.find(({ path }) => path === name)?.message
  return (
    <Modal
      open
      width={460}
      title={t('copy.title')}
      okText={t('copy')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: copy.busy, disabled: !values.code.trim() || !values.name.trim() }}
      onOk={() => void copy.run({ id: row.id, ...values })}
      onCancel={onClose}
    >
      <p>{t('copy.note')}</p>
      <Form layout="vertical">
        {NAMES.map((name) => (
          <Form.Item
            key={name}
            label={t(name)}
            htmlFor={`channel-copy-${name}`}
            {...(wrong(name) ? { validateStatus: 'error' as const, help: wrong(name) } : {})}
          >
            <Input
              id={`channel-copy-${name}`}
              maxLength={name === 'code' ? 32 : 100}
              autoComplete="off"
              value={values[name]}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          </Form.Item>
        ))}
      </Form>
    </Modal>
  )
}
