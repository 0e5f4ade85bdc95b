import { Button, Drawer, Form, Input, Select, Skeleton, Space } from 'antd'
import { useEffect, useId, useState } from 'react'
import {
  SPEND_PERIODS,
  subAccounts,
  type SpendPeriod,
  type SubAccountRow,
} from '#contracts/platform/people/sub-accounts.ts'
import { CHECKED_FORMS } from '#contracts/platform/rules/checked-fields.ts'
import { fitsRule, LeaveCheck } from '../../../kit/form/check/leave-check.tsx'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { focusFirst } from '../../../kit/form/focus-first.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import type { Once } from './password-once.tsx'
import './users.css'
import { AccountFields, ContactFields, PictureFields, PrivateFields } from './account-fields.tsx'
import { Currency, MainAccount, Rights } from './sub-form-fields.tsx'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'

interface Values {
  username: string | null
  realname: string | null
  nickname: string | null
  avatar: string | null
  depart: string | null
  workNo: string | null
  telephone: string | null
  sex: string | null
  birthday: string | null
  phone: string | null
  email: string | null
  mainUserId: string | null
  perms: readonly string[] | null
  allowedServices: readonly string[]
  allowedDepots: readonly string[]
  spendCap: string | null
  spendCurrency: string | null
  spendPeriod: SpendPeriod
}
const valuesOf = (row: Partial<SubAccountRow> | null): Values => ({
  username: row?.username ?? null,
  realname: row?.realname ?? null,
  nickname: row?.nickname ?? null,
  avatar: row?.avatar ?? null,
  depart: row?.depart ?? null,
  workNo: row?.workNo ?? null,
  telephone: row?.telephone ?? null,
  sex: row?.sex ?? null,
  birthday: row?.birthday ?? null,
  phone: row?.phone ?? null,
  email: row?.email ?? null,
  mainUserId: row?.parentUserId ?? null,
  perms: row?.perms ?? null,
  allowedServices: row?.allowedServices?.split(',').filter(Boolean) ?? [],
  allowedDepots: row?.allowedDepots?.split(',').filter(Boolean) ?? [],
  spendCap: row?.spendCap ?? null,
  spendCurrency: row?.spendCurrency ?? 'EUR',
  spendPeriod: row?.spendPeriod ?? 'all',
})
const FIELDS = [
  'realname',
  'nickname',
  'avatar',
  'depart',
  'workNo',
  'telephone',
  'sex',
  'birthday',
  'phone',
  'email',
  'perms',
  'allowedServices',
  'allowedDepots',
  'spendCap',
  'spendCurrency',
  'spendPeriod',
] as const
const LABELS: Record<string, string> = { perms: 'rights', mainUserId: 'main', spendCap: 'cap' }

interface Props {
  id: string | null
  staff: boolean
  onClose: () => void
  onSaved: (once: Once | null) => void
}

/** A sub-account next to the list; the password of a new one is made by the server and shown once. */
export default function SubFormDrawer({ id, staff, onClose, onSaved }: Props) {
  const t = useT('sub-accounts')
  const found = useApi(
    subAccounts.queryById,
    { id: id ?? '' },
    { enabled: id !== null, staleTime: 0 },
  )
  const [loaded, setLoaded] = useState<SubAccountRow | null>(null)
  if (found.data && !found.isFetching && loaded === null) setLoaded(found.data)
  const [{ busy, changed }, setStatus] = useState({ busy: false, changed: false })
  const formId = useId()
  useKeys({ Escape: onClose }, { modal: true })
  const ready = id === null || loaded !== null
  return (
    <Drawer
      open
      size={760}
      onClose={onClose}
      keyboard={false}
      mask={{ closable: !changed }}
      rootClassName="py-drawer"
      title={id && loaded ? `${t('form.edit')} · ${loaded.realname}` : t('form.new')}
      afterOpenChange={(open) => open && focusFirst(formId)}
      footer={
        <div className="py-drawer-footer">
          <span className="py-hint">{id === null ? t('password.note') : ''}</span>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="primary" htmlType="submit" form={formId} loading={busy} disabled={!ready}>
            {t('action.save')}
          </Button>
        </div>
      }
    >
      {found.isError && !ready && (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      )}
      {!ready && !found.isError && <Skeleton active />}
      {ready && (
        <SubForm
          row={id ? loaded : null}
          staff={staff}
          formId={formId}
          onStatus={setStatus}
          onSaved={(once) => {
            onSaved(once)
            onClose()
          }}
        />
      )}
    </Drawer>
  )
}

function SubForm({
  row,
  staff,
  formId,
  onStatus,
  onSaved,
}: {
  row: SubAccountRow | null
  staff: boolean
  formId: string
  onStatus: (status: { busy: boolean; changed: boolean }) => void
  onSaved: (once: Once | null) => void
}) {
  const t = useT('sub-accounts')
  const add = useAction(subAccounts.add, { ownRefusals: true })
  const edit = useAction(subAccounts.edit, { ownRefusals: true })
  const entry = useEntry<Values>({
    name: 'sub',
    draft: row ? null : 'sub-accounts:new',
    start: valuesOf(row),
    version: row?.version,
    valuesOf: (newer) => valuesOf(newer as Partial<SubAccountRow>),
    save: ({ username: name, mainUserId, perms, ...values }, version) => {
      const body = {
        ...values,
        ...(perms === null ? {} : { perms: [...perms] }),
        spendCurrency: values.spendCap ? values.spendCurrency : null,
      }
      return row
        ? edit.run({ ...body, id: row.id, version: Number(version) } as never)
        : add.run({ ...body, username: name, ...(staff ? { mainUserId } : {}) } as never)
    },
    onSaved: (result) => {
      const made = result as { account?: SubAccountRow; password?: string | null }
      onSaved(
        made.account && made.password
          ? { username: made.account.username, password: made.password }
          : null,
      )
    },
    label: (path) => {
      const key = LABELS[path.split('.')[0] ?? ''] ?? path.split('.')[0] ?? ''
      return t.has(key) ? t(key) : null
    },
    fields: FIELDS,
    show: (_, value) =>
      Array.isArray(value) ? t('rights.count', { count: value.length }) : String(value ?? ''),
  })
  const { busy, changed, form } = entry
  useEffect(() => onStatus({ busy, changed }), [busy, changed, onStatus])
  const main = Form.useWatch('mainUserId', form)
  const known = row?.parentUserId ?? main
  const choices = useApi(subAccounts.choices, staff && known ? { parentUserId: known } : {}, {
    enabled: !staff || Boolean(known),
    staleTime: 60_000,
  })
  const list = (options: readonly { value: string; text: string }[] | undefined) => ({
    many: true,
    placeholder: t('everything'),
    options: (options ?? []).map(({ value, text }) => ({ value, label: text })),
  })
  return (
    <Form {...entry.props} id={formId} autoComplete="off">
      {entry.notes}
      {staff && !row && (
        <Form.Item
          name="mainUserId"
          label={t('main')}
          required
          rules={[{ required: true, message: t('field.required') }]}
          className="py-form-wide"
        >
          <MainAccount />
        </Form.Item>
      )}
      <AccountFields t={t} row={row} />
      <ContactFields t={t} row={row} />
      <PictureFields t={t} row={row} />
      <Form.Item name="depart" label={t('depart')}>
        <Input maxLength={100} />
      </Form.Item>
      <LeaveCheck name="workNo" stored={row?.workNo} asks={[fitsRule(CHECKED_FORMS.users.workNo)]}>
        <Form.Item name="workNo" label={t('workNo')}>
          <Input maxLength={30} />
        </Form.Item>
      </LeaveCheck>
      <PrivateFields t={t} row={row} />
      <Form.Item name="allowedServices" label={t('allowedServices')} className="py-form-wide">
        <ChoiceInput {...list(choices.data?.services)} />
      </Form.Item>
      <Form.Item name="allowedDepots" label={t('allowedDepots')}>
        <ChoiceInput {...list(choices.data?.depots)} />
      </Form.Item>
      <Form.Item label={t('cap')} htmlFor="sub_spendCap" extra={t('cap.help')}>
        <Space.Compact block className="usr-cap">
          <Form.Item name="spendCap" noStyle>
            <Input className="py-num-input" inputMode="decimal" />
          </Form.Item>
          <Form.Item name="spendCurrency" noStyle>
            <Currency />
          </Form.Item>
          <Form.Item name="spendPeriod" noStyle>
            <Select
              aria-label={t('spendPeriod')}
              popupMatchSelectWidth={false}
              options={SPEND_PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))}
            />
          </Form.Item>
        </Space.Compact>
      </Form.Item>
      <Form.Item name="perms" label={t('rights')} className="py-form-wide">
        {choices.data ? (
          <Rights all={choices.data.perms} />
        ) : (
          <span className="py-none">{t(staff && !known ? 'rights.first' : 'state.loading')}</span>
        )}
      </Form.Item>
    </Form>
  )
}
