import { Button, Form, Input, Modal, Select, TreeSelect } from 'antd'
import { useState } from 'react'
import { accountSecurity, type Scope } from '#contracts/platform/account-security.ts'
import { CopyText } from '../../../kit/table/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useNotify } from '../../../kit/platform/notify.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'

interface Entries {
  name: string
  scopes: string[]
  ips: string[]
  days: number
}
/** How long a key lives; 0: until it is revoked. */
const DAYS = [30, 90, 365, 0] as const
const DAY_MS = 86_400_000

/** A new key: what it may do, from where, how long. Afterwards it is shown, this once. */
export default function ApiKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useT('account')
  const notify = useNotify()
  const [form] = Form.useForm<Entries>()
  const [made, setMade] = useState<string | null>(null)
  const scopes = useApi(accountSecurity.scopes, {})
  const add = useAction(accountSecurity.addApiKey, {
    ownRefusals: true,
    success: false,
    invalidates: ['/sys/account/apiKey'],
    onDone: ({ key }) => setMade(key),
  })

  const send = async ({ days, ...entries }: Entries) => {
    const outcome = await add.run({
      ...entries,
      expiresAt: days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString(),
    })
    if (outcome.ok) return
    form.setFields(
      outcome.error.issues.map((issue) => ({
        name: issue.path.split('.')[0] as keyof Entries,
        errors: [issue.message],
      })),
    )
    if (outcome.error.issues.length === 0) notify.failed(outcome.error)
  }
  if (made !== null) {
    return (
      <Modal
        open
        title={t('keys.made')}
        width={520}
        closable={false}
        keyboard={false}
        mask={{ closable: false }}
        footer={
          <Button type="primary" onClick={onClose}>
            {t('keys.keptIt')}
          </Button>
        }
      >
        <p>{t('keys.made.text')}</p>
        <p className="acc-key">
          <CopyText text={made} />
        </p>
      </Modal>
    )
  }
  const required = [{ required: true, message: t('field.required') }]
  return (
    <Modal
      open
      title={t('keys.new')}
      width={520}
      onCancel={onClose}
      mask={{ closable: false }}
      okText={t('keys.make')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: add.busy }}
      onOk={() => form.submit()}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ name: '', scopes: [], ips: [], days: 365 }}
        onFinish={(entries) => void send(entries)}
        scrollToFirstError={{ focus: true }}
      >
        <Form.Item name="name" label={t('keys.name')} extra={t('keys.name.note')} rules={required}>
          <Input maxLength={60} autoFocus autoComplete="off" />
        </Form.Item>
        <Form.Item name="scopes" label={t('keys.may')} extra={t('keys.may.note')} rules={required}>
          <TreeSelect
            treeData={treeOf(scopes.data ?? [])}
            treeCheckable
            showCheckedStrategy={TreeSelect.SHOW_CHILD}
            allowClear
            loading={scopes.isPending}
            maxTagCount={4}
            showSearch={{ treeNodeFilterProp: 'title' }}
            listHeight={320}
            placeholder={t('keys.may.choose')}
          />
        </Form.Item>
        <Form.Item name="ips" label={t('keys.ips')} extra={t('keys.ips.note')}>
          <Select
            mode="tags"
            tokenSeparators={[',', ' ', ';', '，']}
            open={false}
            suffixIcon={null}
            placeholder="203.0.113.0/24"
          />
        </Form.Item>
        <Form.Item name="days" label={t('keys.days')}>
          <Select
            options={DAYS.map((value) => ({
              value,
              label: value === 0 ? t('keys.forever') : t('keys.days.count', { count: value }),
            }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** Codes under the menu entry they belong to. */
function treeOf(scopes: readonly Scope[]) {
  const groups = Map.groupBy(scopes, ({ group }) => group)
  return [...groups].map(([group, list]) => ({
    value: `group:${group}`,
    title: group || '·',
    children: list.map(({ code, name }) => ({ value: code, title: `${name} (${code})` })),
  }))
}
