import { Button, Form, Input, Select } from 'antd'
import type { Out } from '#contracts/kit/endpoint.ts'
import { account, type Profile } from '#contracts/platform/session/account.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { setUser } from '../../../kit/session/session.ts'
import type { NewContact } from './contact-dialog.tsx'

const FIELDS = ['realname', 'nickname', 'sex', 'birthday', 'phone', 'email', 'telephone'] as const
type Entries = Pick<
  Profile,
  'realname' | 'nickname' | 'sex' | 'birthday' | 'phone' | 'email' | 'telephone'
>

/**
 * What the product knows of the user and the user may correct. New addresses wait for the code
 * that was sent to them.
 */
export function ProfileForm({
  profile,
  onWaiting,
}: {
  profile: Profile
  onWaiting: (contacts: readonly NewContact[]) => void
}) {
  const t = useT('account')
  const save = useAction(account.saveProfile, {
    ownRefusals: true,
    onDone: ({ userInfo }) => setUser(userInfo),
  })

  const valuesOf = (from: Entries): Entries => ({
    realname: from.realname,
    nickname: from.nickname,
    sex: from.sex,
    birthday: from.birthday,
    phone: from.phone,
    email: from.email,
    telephone: from.telephone,
  })
  const entry = useEntry<Entries>({
    draft: null,
    start: valuesOf(profile),
    version: profile.version,
    save: (entries, version) => save.run({ ...entries, version: Number(version) }),
    onSaved: (result) => onWaiting((result as Out<typeof account.saveProfile>).confirm),
    label: (path) => (FIELDS.some((field) => field === path) ? t(`profile.${path}`) : null),
    fields: FIELDS,
    valuesOf: (newer) => valuesOf(newer as unknown as Profile),
  })
  return (
    <Form<Entries> {...entry.props} className="acc-form">
      {entry.notes}
      <Form.Item
        name="realname"
        label={t('profile.realname')}
        rules={[{ required: true, whitespace: true, message: t('field.required') }]}
      >
        <Input maxLength={60} autoComplete="name" />
      </Form.Item>
      <Form.Item name="nickname" label={t('profile.nickname')}>
        <Input maxLength={60} autoComplete="nickname" />
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
        <Button type="primary" htmlType="submit" loading={entry.busy} disabled={!entry.changed}>
          {t('action.save')}
        </Button>
      </div>
    </Form>
  )
}
