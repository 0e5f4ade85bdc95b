import { Form, Input } from 'antd'
import { useEffect } from 'react'
import { users, type NewUserRow, type UserRow } from '#contracts/platform/people/users.calls.ts'
import { tenants } from '#contracts/platform/operations/tenants.ts'
import { DepartSelect } from '../../../pickers/depart-select.tsx'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { PositionSelect } from '../../../pickers/position-select.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { Segments } from '../../../kit/form/segments.tsx'
import { CHECKED_FORMS } from '#contracts/platform/rules/checked-fields.ts'
import { fitsRule, LeaveCheck } from '../../../kit/form/check/leave-check.tsx'
import { AccountFields, ContactFields, PictureFields, PrivateFields } from './account-fields.tsx'
import { Leads, Tenants } from './user-form-fields.tsx'
import { RoleChoice, useCustomerRole, useRoles } from './role-choice.tsx'
import { bodyOf, valuesOf, type UserValues } from './user-values.ts'
import './users.css'

export interface UserFormProps {
  /** The user to change; null adds one, with these roles. */
  row: UserRow | null
  roles: readonly string[]
  /** Whose the new user is, where that is no choice. */
  customer?: { id: string; name: string } | undefined
  formId: string
  onStatus: (status: { busy: boolean; changed: boolean }) => void
  /** With the one-time password of a new user. */
  onSaved: (row: UserRow, password: string | null) => void
}
const FIELDS = [
  'realname',
  'nickname',
  'workNo',
  'selectedroles',
  'selecteddeparts',
  'userIdentity',
  'departIds',
  'post',
  'depotIds',
  'sex',
  'birthday',
  'phone',
  'email',
  'telephone',
] as const
const LABELS: Record<string, string> = {
  selectedroles: 'roles',
  selecteddeparts: 'departs',
  depotIds: 'depots',
}

/** Who a user is, where they work and what they may do. Refusals land on their fields. */
export function UserForm({ row, roles, customer, formId, onStatus, onSaved }: UserFormProps) {
  const t = useT('users')
  const may = useRightsCheck()
  const platform = may(tenants.list)
  const add = useAction(users.add, {
    ownRefusals: true,
  })
  const edit = useAction(users.edit, {
    ownRefusals: true,
  })
  const sub = row?.parentUserId != null
  const entry = useEntry<UserValues>({
    name: 'user',
    draft: null,
    start: {
      ...valuesOf(row, roles),
      ...(customer ? { kind: 'customer' as const, customerId: customer.id } : {}),
    },
    version: row?.version,
    valuesOf: (newer) => valuesOf(newer as Partial<UserRow>),
    save: (values, version) => {
      const body = bodyOf(values, { isNew: row === null, sub, platform })
      return row
        ? edit.run({ ...body, id: row.id, version: Number(version) } as never)
        : add.run(body as never)
    },
    onSaved: (result) => {
      const { password = null, ...saved } = result as NewUserRow
      onSaved(saved, password)
    },
    label: (path) => {
      const key = path.split('.')[0] ?? ''
      return t.has(LABELS[key] ?? key) ? t(LABELS[key] ?? key) : null
    },
    fields: FIELDS,
    show: (field, value, whole) => {
      const word: unknown =
        whole?.[
          `${field === 'selectedroles' ? 'roles' : field === 'selecteddeparts' ? 'orgCodeTxt' : field}${field === 'selecteddeparts' ? '' : '_dictText'}`
        ]
      return typeof word === 'string' && word !== ''
        ? word
        : Array.isArray(value)
          ? t('chosen', { count: value.length })
          : String(value ?? '')
    },
  })
  const { busy, changed, form, propose } = entry
  useEffect(() => onStatus({ busy, changed }), [busy, changed, onStatus])
  const role = useCustomerRole()
  const forCustomer = customer !== undefined
  useEffect(() => {
    if (forCustomer && role !== null)
      propose((values) =>
        values.selectedroles.length > 0 ? values : { ...values, selectedroles: [role] },
      )
  }, [forCustomer, role, propose])
  const kind =
    Form.useWatch('kind', form) ?? (row?.customerId || forCustomer ? 'customer' : 'staff')
  const departs = Form.useWatch('selecteddeparts', form) ?? []
  const identity = Form.useWatch('userIdentity', form)
  const chosen = Form.useWatch('selectedroles', form) ?? []
  const ownDepots = useRoles().some(
    ({ id, dataScope }) => dataScope === 'depot' && chosen.includes(id),
  )
  const staff = kind === 'staff'
  return (
    <Form {...entry.props} id={formId} autoComplete="off">
      {entry.notes}
      <h2 className="usr-section">{t('section.account')}</h2>
      {!row && !forCustomer && (
        <Form.Item name="kind" label={t('kind')} className="py-form-wide">
          <Segments
            aria-label={t('kind')}
            options={[
              { value: 'staff', label: t('kind.staff') },
              { value: 'customer', label: t('kind.customer') },
            ]}
            onChange={() => form.setFieldValue('selectedroles', [])}
          />
        </Form.Item>
      )}
      <AccountFields t={t} row={row} />
      {!staff && (
        <Form.Item
          name="customerId"
          label={t('customerId')}
          required
          rules={[{ required: true, message: t('field.required') }]}
        >
          <RefSelect
            of="customers"
            disabled={row !== null || forCustomer}
            text={customer?.name ?? row?.customerId_dictText ?? null}
          />
        </Form.Item>
      )}

      <h2 className="usr-section">{t('section.work')}</h2>
      <LeaveCheck name="workNo" stored={row?.workNo} asks={[fitsRule(CHECKED_FORMS.users.workNo)]}>
        <Form.Item name="workNo" label={t('workNo')}>
          <Input maxLength={30} />
        </Form.Item>
      </LeaveCheck>
      {sub ? (
        <p className="py-form-wide py-hint">
          {t('sub.rights', { main: row?.parentUserId_dictText ?? '' })}
        </p>
      ) : (
        <Form.Item
          name="selectedroles"
          label={t('roles')}
          className="py-form-wide"
          required={row === null}
          rules={row ? [] : [{ required: true, message: t('field.required') }]}
        >
          <RoleChoice customer={!staff} />
        </Form.Item>
      )}
      {staff && (
        <>
          <Form.Item name="selecteddeparts" label={t('departs')} className="py-form-wide">
            <DepartSelect many />
          </Form.Item>
          <Form.Item name="post" label={t('post')}>
            <PositionSelect many />
          </Form.Item>
          <Form.Item
            name="depotIds"
            label={t('depots')}
            extra={t('depots.help')}
            required={ownDepots}
            rules={ownDepots ? [{ required: true, message: t('depots.required') }] : []}
          >
            <RefSelect of="depots" many {...(row?.depotIds_dictText ? { text: null } : {})} />
          </Form.Item>
          <Form.Item name="userIdentity" label={t('userIdentity')}>
            <DictSelect code="user_identity" />
          </Form.Item>
          {identity === '2' && (
            <Form.Item name="departIds" label={t('departIds')}>
              <Leads among={departs} />
            </Form.Item>
          )}
          {platform && (
            <Form.Item name="relTenantIds" label={t('relTenantIds')} className="py-form-wide">
              <Tenants />
            </Form.Item>
          )}
        </>
      )}

      <h2 className="usr-section">{t('section.person')}</h2>
      <PictureFields t={t} row={row} />
      <ContactFields t={t} row={row} />
      <PrivateFields t={t} row={row} />
    </Form>
  )
}
