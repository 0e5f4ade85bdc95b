import { Form, Input } from 'antd'
import { CHECKED_FORMS } from '#contracts/platform/rules/checked-fields.ts'
import { userFields, username } from '#contracts/platform/rules/user-rules.ts'
import { userList } from '#contracts/platform/people/users.ts'
import { FreeCheck } from '../../../kit/form/check/free-check.tsx'
import { helpOf } from '../../../kit/form/check/help.ts'
import { zodRules } from '../../../kit/form/check/zod-rule.ts'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { FieldInput } from '../../../kit/form/field-input.tsx'
import type { T } from '../../../kit/text/i18n.ts'
import { PictureInput } from '../../../pickers/picture-input.tsx'

interface FieldsProps {
  t: T
  /** The stored user; null for a new one. */
  row: {
    id: string
    username: string
    realname: string | null
    phone?: string | null
    email?: string | null
    telephone?: string | null
  } | null
}
const { fields } = userList

/** What a user signs in with, and their name. */
export function AccountFields({ t, row }: FieldsProps) {
  return (
    <>
      <FreeCheck
        name="username"
        rule={CHECKED_FORMS.users.username}
        table="sys_user"
        column="username"
        id={row?.id ?? null}
        stored={row?.username}
      >
        <Form.Item
          name="username"
          label={t('username')}
          required
          rules={row ? [] : zodRules(username, t, fields.username)}
        >
          <Input disabled={row !== null} maxLength={64} autoComplete="off" spellCheck={false} />
        </Form.Item>
      </FreeCheck>
      <Form.Item
        name="realname"
        label={t('realname')}
        required
        rules={zodRules(userFields.realname, t, fields.realname)}
      >
        <Input maxLength={60} />
      </Form.Item>
    </>
  )
}

/** Phone and mail, of which each belongs to one user. */
export function ContactFields({ t, row }: FieldsProps) {
  return (
    <>
      <FreeCheck
        name="phone"
        rule={CHECKED_FORMS.users.phone}
        table="sys_user"
        column="phone"
        id={row?.id ?? null}
        stored={row?.phone}
      >
        <Form.Item
          name="phone"
          label={t('phone')}
          {...helpOf(t, 'phone', row?.phone)}
          rules={zodRules(userFields.phone, t, fields.phone)}
        >
          <Input maxLength={40} inputMode="tel" />
        </Form.Item>
      </FreeCheck>
      <FreeCheck
        name="email"
        rule={CHECKED_FORMS.users.email}
        table="sys_user"
        column="email"
        id={row?.id ?? null}
        stored={row?.email}
      >
        <Form.Item
          name="email"
          label={t('email')}
          {...helpOf(t, 'email', row?.email)}
          rules={zodRules(userFields.email, t, fields.email)}
        >
          <Input maxLength={120} inputMode="email" />
        </Form.Item>
      </FreeCheck>
    </>
  )
}

export function PictureFields({ t, row }: FieldsProps) {
  return (
    <>
      <Form.Item name="nickname" label={t('nickname')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="avatar" label={t('avatar')}>
        <PictureInput
          name={row?.realname ?? ''}
          words={{ label: t('avatar'), choose: t('avatar.choose'), remove: t('avatar.remove') }}
        />
      </Form.Item>
    </>
  )
}

export function PrivateFields({ t, row }: FieldsProps) {
  return (
    <>
      <Form.Item
        name="telephone"
        label={t('telephone')}
        {...helpOf(t, 'telephone', row?.telephone)}
        rules={zodRules(userFields.telephone, t, fields.telephone)}
      >
        <Input maxLength={40} inputMode="tel" placeholder="021-62345678" />
      </Form.Item>
      <Form.Item name="sex" label={t('sex')}>
        <DictSelect code="sex" />
      </Form.Item>
      <Form.Item name="birthday" label={t('birthday')}>
        <FieldInput spec={fields.birthday} />
      </Form.Item>
    </>
  )
}
