import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { account, type Profile } from '#contracts/platform/account.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useNotify } from '../../../kit/platform/notify.tsx'
import { useInvalidate } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useUnsaved } from '../../../kit/form/unsaved.ts'
import { setUser } from '../../../kit/session/session.ts'
import type { NewContact } from './contact-dialog.tsx'

type Entries = Pick<Profile, 'realname' | 'sex' | 'birthday' | 'phone' | 'email' | 'telephone'>

/** What the house knows of oneself and one may correct oneself. New addresses wait for the code that was sent to them. */
export function ProfileForm({
  profile,
  onWaiting,
}: {
  profile: Profile
  onWaiting: (contacts: readonly NewContact[]) => void
}) {
  const t = useT('account')
  const notify = useNotify()
  const invalidate = useInvalidate()
  const [form] = Form.useForm<Entries>()
  const [changed, setChanged] = useState(false)
  const saved = useUnsaved(changed)
  const save = useAction(account.saveProfile, {
    ownRefusals: true,
    invalidates: ['/sys/account'],
    onDone: ({ userInfo }) => setUser(userInfo),
  })

  const send = async (entries: Entries) => {
    const outcome = await save.run({ ...entries, version: profile.version })
    if (outcome.ok) {
      saved()
      onWaiting(outcome.result.confirm)
      return setChanged(false)
    }
    const { error } = outcome
    if (error.stale) void invalidate('/sys/account/profile')
    form.setFields(
      error.issues.map((issue) => ({ name: issue.path as keyof Entries, errors: [issue.message] })),
    )
    if (error.issues.length === 0) notify.failed(error)
  }
  const { realname, sex, birthday, phone, email, telephone } = profile
  return (
    <Form
      form={form}
      layout="vertical"
      className="acc-form"
      initialValues={{ realname, sex, birthday, phone, email, telephone }}
      onValuesChange={() => setChanged(true)}
      onFinish={(entries) => void send(entries)}
      scrollToFirstError={{ focus: true }}
    >
      <Form.Item
        name="realname"
        label={t('profile.realname')}
        rules={[{ required: true, whitespace: true, message: t('field.required') }]}
      >
        <Input maxLength={60} autoComplete="name" />
      </Form.Item>
      <Form.Item name="sex" label={t('profile.sex')}>
        <Select
          allowClear
          options={['1', '2'].map((value) => ({ value, label: t(`sex.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="phone" label={t('profile.phone')} extra={t('profile.proof')}>
        <Input maxLength={40} autoComplete="tel" inputMode="tel" />
      </Form.Item>
      <Form.Item name="email" label={t('profile.email')} extra={t('profile.proof')}>
        <Input maxLength={120} autoComplete="email" inputMode="email" />
      </Form.Item>
      <Form.Item name="telephone" label={t('profile.telephone')}>
        <Input maxLength={40} placeholder="010-88886666" inputMode="tel" />
      </Form.Item>
      <Form.Item name="birthday" label={t('profile.birthday')}>
        <Input type="date" autoComplete="bday" />
      </Form.Item>
      <div className="acc-wide">
        <Button type="primary" htmlType="submit" loading={save.busy} disabled={!changed}>
          {t('action.save')}
        </Button>
      </div>
    </Form>
  )
}
