import { Form, Input, Modal } from 'antd'
import { useEffect } from 'react'
import { accountSecurity } from '#contracts/platform/session/account-security.ts'
import type { ApiError } from '../../kit/http/api-error.ts'
import { useT } from '../../kit/text/i18n.ts'
import { useNotify } from '../../kit/http/notify.tsx'
import { PasswordMeter } from '../../kit/form/password-meter.tsx'
import { useApi } from '../../kit/http/query.ts'
import { useAction } from '../../kit/http/use-action.ts'
import { useUnsaved } from '../../kit/platform/unsaved.ts'
import { useSession } from '../../kit/session/session.ts'

interface Entries {
  oldpassword: string
  password: string
  confirmpassword: string
}

/** Which field a refusal is about, by its code. */
const fieldOf = (code: string | null): keyof Entries | null =>
  code?.startsWith('account.old')
    ? 'oldpassword'
    : code?.startsWith('account.confirm')
      ? 'confirmpassword'
      : code?.startsWith('password.') || code === 'account.passwordSame'
        ? 'password'
        : null

/**
 * The user's own password (specification §2, §5): 800 wide, closed on success, open with a warning
 * otherwise.
 */
export default function ChangePassword({
  open,
  onClose,
  onGone,
}: {
  open: boolean
  onClose: () => void
  onGone: () => void
}) {
  const t = useT('account')
  const notify = useNotify()
  const { user } = useSession()
  const [form] = Form.useForm<Entries>()
  const rule = useApi(accountSecurity.overview, {}, { quiet: true, enabled: user !== null })
  const update = useAction(accountSecurity.updatePassword, {
    ownRefusals: true,
  })
  const password = Form.useWatch('password', form) ?? ''
  const clean = useUnsaved(open && password !== '')
  useEffect(() => {
    if (open) form.resetFields()
  }, [open, form])

  /** The warning passes; what it was about stays marked until it is mended. */
  const refused = ({ error, message }: ApiError) => {
    notify.warning(message)
    const name = fieldOf(error)
    if (!name) return
    form.setFields([{ name, errors: [message] }])
    form.focusField(name)
  }
  const send = async (entries: Entries) => {
    if (!user) return notify.warning(t('password.noUser'))
    const done = await update.run({ username: user.username, ...entries })
    if (!done.ok) return done.error.refused ? refused(done.error) : undefined
    clean()
    onClose()
  }
  return (
    <Modal
      title={t('password.title')}
      open={open}
      width={800}
      onCancel={onClose}
      afterOpenChange={(shown) => {
        if (!shown) onGone()
      }}
      mask={{ closable: false }}
      okText={t('action.save')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: update.busy }}
      onOk={() => form.submit()}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={(entries) => void send(entries)}
        style={{ maxWidth: 480 }}
      >
        <input
          className="py-hidden"
          tabIndex={-1}
          aria-hidden
          autoComplete="username"
          readOnly
          value={user?.username ?? ''}
        />
        <Form.Item
          name="oldpassword"
          label={t('password.old')}
          rules={[{ required: true, message: t('password.old.required') }]}
        >
          <Input.Password autoComplete="current-password" autoFocus maxLength={128} />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('password.new')}
          extra={
            <PasswordMeter
              password={password}
              mode={rule.data?.mode ?? 'seed'}
              words={[user?.username, user?.realname, rule.data?.email?.split('@')[0]]}
            />
          }
          rules={[{ required: true, message: t('password.new.required') }]}
        >
          <Input.Password autoComplete="new-password" maxLength={200} />
        </Form.Item>
        <Form.Item
          name="confirmpassword"
          label={t('password.confirm')}
          dependencies={['password']}
          rules={[
            { required: true, message: t('password.confirm.required') },
            {
              validator: (_, value) =>
                !value || value === form.getFieldValue('password')
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('password.confirm.differs'))),
            },
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={200} />
        </Form.Item>
        <button type="submit" className="py-hidden" tabIndex={-1} aria-hidden>
          {t('action.save')}
        </button>
      </Form>
    </Modal>
  )
}
