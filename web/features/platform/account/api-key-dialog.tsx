import { Button, Form, Input, Modal, Select, TreeSelect } from 'antd'
import { useState } from 'react'
import type { Out } from '#contracts/kit/endpoint.ts'
import { accountSecurity, type Scope } from '#contracts/platform/session/account-security.ts'
import { CopyText } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'

interface Entries {
  name: string
  scopes: string[]
  ips: string[]
  days: number
}
const LABELS: Record<keyof Entries, string> = {
  name: 'keys.name',
  scopes: 'keys.may',
  ips: 'keys.ips',
  days: 'keys.days',
}
/** How long a key lives; 0: until it is revoked. */
const DAYS = [30, 90, 365, 0] as const
const DAY_MS = 86_400_000

/** A new key: what it may do, from where, how long. Afterwards it is shown, this once. */
export default function ApiKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useT('account')
  const [made, setMade] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const scopes = useApi(accountSecurity.scopes, {})
  const add = useAction(accountSecurity.addApiKey, {
    ownRefusals: true,
    success: false,
  })

  const entry = useEntry<Entries>({
    draft: null,
    start: { name: '', scopes: [], ips: [], days: 365 },
    save: ({ days, ...entries }) =>
      add.run({
        ...entries,
        expiresAt: days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString(),
      }),
    onSaved: (result) => setMade((result as Out<typeof accountSecurity.addApiKey>).key),
    label: (path) => {
      const field = LABELS[path.split('.')[0] as keyof Entries]
      return field ? t(field) : null
    },
  })
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
      okButtonProps={{ loading: entry.busy }}
      onOk={() => entry.form.submit()}
    >
      <Form<Entries> {...entry.props}>
        {entry.notes}
        <Form.Item name="name" label={t('keys.name')} extra={t('keys.name.note')} rules={required}>
          <Input maxLength={60} autoFocus autoComplete="off" />
        </Form.Item>
        <Form.Item name="scopes" label={t('keys.may')} extra={t('keys.may.note')} rules={required}>
          <TreeSelect
            treeData={treeOf(scopes.data ?? [], typed)}
            treeCheckable
            showCheckedStrategy={TreeSelect.SHOW_CHILD}
            allowClear
            loading={scopes.isPending}
            maxTagCount={4}
            showSearch={{ filterTreeNode: false, onSearch: setTyped }}
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

/**
 * Codes under the menu entry they belong to, as far as they meet what was typed: an entry ticks all
 * that it has here, so what a search hides is not in it.
 */
function treeOf(scopes: readonly Scope[], typed: string) {
  const groups = Map.groupBy(scopes, ({ group }) => group)
  const text = typed.trim().toLowerCase()
  const meets = (title: string) => title.toLowerCase().includes(text)
  return [...groups].flatMap(([group, list]) => {
    const all = list.map(({ code, name }) => ({ value: code, title: `${name} (${code})` }))
    const children = meets(group) ? all : all.filter(({ title }) => meets(title))
    return children.length > 0 ? [{ value: `group:${group}`, title: group || '·', children }] : []
  })
}
