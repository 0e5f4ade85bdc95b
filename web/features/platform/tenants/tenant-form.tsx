import { Button, Drawer, Form, Input, Skeleton } from 'antd'
import { useEffect, useId, useState } from 'react'
import { inputOf } from '#contracts/kit/field.ts'
import { tenants, tenantList } from '#contracts/platform/operations/tenants.ts'
import { username } from '#contracts/platform/rules/user-rules.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { FieldInput } from '../../../kit/form/field-input.tsx'
import { focusFirst } from '../../../kit/form/focus-first.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { isObject } from '../../../kit/text/storage.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { zodRules } from '../../../kit/form/check/zod-rule.ts'

type Values = Record<string, unknown>
const FIELDS = ['code', 'name', 'nameEn', 'beginDate', 'endDate', 'status', 'fileQuotaMb'] as const
interface Props {
  id: string | null
  onClose: () => void
  onOpened: (admin: { username: string; password: string }) => void
}

/**
 * A tenant next to the list. A new one comes with its administrator, whose password is shown once.
 */
export default function TenantForm({ id, onClose, onOpened }: Props) {
  const t = useT('tenants')
  const formId = useId()
  const found = useApi(tenants.queryById, { id: id ?? '' }, { enabled: id !== null, staleTime: 0 })
  const [loaded, setLoaded] = useState<Values | null>(null)
  if (isObject(found.data) && !found.isFetching && loaded === null) setLoaded(found.data)
  const [status, setStatus] = useState({ busy: false, changed: false })
  useKeys({ Escape: onClose }, { modal: true })
  const ready = id === null || loaded !== null
  return (
    <Drawer
      open
      size={640}
      onClose={onClose}
      keyboard={false}
      mask={{ closable: !status.changed }}
      rootClassName="py-drawer"
      title={id ? t('form.edit') : t('form.new')}
      afterOpenChange={(open) => open && focusFirst(formId)}
      footer={
        <div className="py-drawer-footer">
          <span className="py-hint">{id === null ? t('open.note') : ''}</span>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            type="primary"
            htmlType="submit"
            form={formId}
            loading={status.busy}
            disabled={!ready}
          >
            {t(id === null ? 'open' : 'action.save')}
          </Button>
        </div>
      }
    >
      {found.isError && !ready && (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      )}
      {!ready && !found.isError && <Skeleton active />}
      {ready && (
        <Body
          row={loaded}
          formId={formId}
          onStatus={setStatus}
          onSaved={(admin) => {
            if (admin) onOpened(admin)
            onClose()
          }}
        />
      )}
    </Drawer>
  )
}

function Body({
  row,
  formId,
  onStatus,
  onSaved,
}: {
  row: Values | null
  formId: string
  onStatus: (status: { busy: boolean; changed: boolean }) => void
  onSaved: (admin: { username: string; password: string } | null) => void
}) {
  const t = useT('tenants')
  const users = useT('users')
  const add = useAction(tenants.add, { ownRefusals: true })
  const edit = useAction(tenants.edit, { ownRefusals: true })
  const valuesOf = (from: Values | null): Values => ({
    ...Object.fromEntries(
      FIELDS.map((key) => [key, from?.[key] ?? tenantList.fields[key].initial]),
    ),
    ...(from ? {} : { adminUsername: null, adminRealname: null }),
  })
  const entry = useEntry<Values>({
    name: 'tenant',
    draft: null,
    start: valuesOf(row),
    version: row?.version,
    valuesOf,
    save: (values, version) =>
      row
        ? edit.run({ ...values, id: String(row.id), version: Number(version) } as never)
        : add.run(values as never),
    onSaved: (result) =>
      onSaved(
        isObject(result) && isObject(result.admin)
          ? (result.admin as { username: string; password: string })
          : null,
      ),
    label: (path) => (t.has(path) ? t(path) : null),
    fields: FIELDS,
  })
  const { busy, changed } = entry
  useEffect(() => onStatus({ busy, changed }), [busy, changed, onStatus])
  const { fields } = tenantList
  return (
    <Form {...entry.props} id={formId}>
      {entry.notes}
      {FIELDS.map((key) => (
        // A code that is left out is made from the number.
        <Form.Item
          key={key}
          name={key}
          label={t(key)}
          required={fields[key].required && !(key === 'code' && !row)}
          rules={key === 'code' && !row ? [] : zodRules(inputOf(fields[key]), t, fields[key])}
          {...(key === 'code' && !row ? { extra: t('code.help') } : {})}
          {...(key === 'fileQuotaMb' ? { extra: t('fileQuotaMb.help') } : {})}
        >
          <FieldInput spec={fields[key]} />
        </Form.Item>
      ))}
      {!row && (
        <>
          <h2 className="py-form-wide tnt-section">{t('admin')}</h2>
          <Form.Item
            name="adminUsername"
            label={t('adminUsername')}
            required
            rules={zodRules(username, users)}
          >
            <Input maxLength={64} spellCheck={false} autoComplete="off" />
          </Form.Item>
          <Form.Item name="adminRealname" label={t('adminRealname')}>
            <Input maxLength={60} />
          </Form.Item>
        </>
      )}
    </Form>
  )
}
