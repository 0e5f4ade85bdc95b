import { UserAddOutlined } from '@ant-design/icons'
import { Button, Drawer, Form, Input } from 'antd'
import { useState } from 'react'
import { tenants } from '#contracts/platform/operations/tenants.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'
import { UserPicture } from '../../../pickers/user-picture.tsx'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import './tenants.css'

/** Who can work in a tenant: its own staff and guests from others; inviting and sending off. */
export default function Members({
  id,
  name,
  onClose,
}: {
  id: string
  name: string
  onClose: () => void
}) {
  const t = useT('tenants')
  const confirm = useConfirm()
  const mayEdit = useCan(tenants.invite)
  const [typed, setTyped] = useState('')
  const [inviting, setInviting] = useState(false)
  const found = useApi(
    tenants.members,
    { id, keyword: useDebouncedValue(typed.trim()) || undefined },
    { keepPrevious: true },
  )
  const remove = useAction(tenants.remove)
  useKeys({ Escape: onClose }, { modal: true })
  const ask = async (userId: string, realname: string) => {
    if (
      (await confirm({
        title: t('remove.title', { name: realname }),
        content: t('remove.note'),
        ok: t('remove'),
        danger: true,
      })) !== null
    )
      await remove.run({ id, userId })
  }
  return (
    <Drawer
      open
      size={640}
      title={t('members.title', { name })}
      onClose={onClose}
      keyboard={false}
      rootClassName="py-drawer"
      extra={
        mayEdit &&
        !inviting && (
          <Button icon={<UserAddOutlined />} onClick={() => setInviting(true)}>
            {t('invite')}
          </Button>
        )
      }
    >
      {inviting && <Invite id={id} onDone={() => setInviting(false)} />}
      <input
        className="py-input tnt-find"
        type="search"
        aria-label={t('members.find')}
        placeholder={t('members.find')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {found.isError && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {found.data?.length === 0 && <Empty kind={typed ? 'noMatch' : 'nothing'} />}
      <ul className="tnt-people" aria-busy={found.isFetching}>
        {found.data?.map((one) => (
          <li key={one.id}>
            <UserPicture path={null} name={one.realname} size={32} />
            <span>
              {one.realname} {one.guest && <StatusTag tone="moving">{t('guest')}</StatusTag>}{' '}
              {one.status === '2' && <StatusTag tone="bad">{t('frozen')}</StatusTag>}
              <small>{[one.username, one.roles || t('noRoles')].join(' · ')}</small>
            </span>
            <small>{one.lastLoginTime && <Moment at={one.lastLoginTime} />}</small>
            {one.guest && mayEdit && (
              <Button
                size="small"
                danger
                loading={remove.busy}
                onClick={() => void ask(one.id, one.realname)}
              >
                {t('remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Drawer>
  )
}

interface Guest {
  username: string
  roleIds: string[]
}
function Invite({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useT('tenants')
  const roles = useApi(tenants.roles, { id }, { quiet: true })
  const invite = useAction(tenants.invite, { ownRefusals: true })
  const entry = useEntry<Guest>({
    draft: null,
    start: { username: '', roleIds: [] },
    save: (values) => invite.run({ id, ...values }),
    onSaved: onDone,
    label: (path) =>
      path === 'username'
        ? t('invite.username')
        : path.startsWith('roleIds')
          ? t('invite.roles')
          : null,
  })
  return (
    <Form<Guest> {...entry.props} className="tnt-invite">
      {entry.notes}
      <p className="py-hint">{t('invite.note')}</p>
      <Form.Item
        name="username"
        label={t('invite.username')}
        required
        rules={[{ required: true, message: t('field.required') }]}
      >
        <Input autoFocus maxLength={64} spellCheck={false} autoComplete="off" />
      </Form.Item>
      <Form.Item name="roleIds" label={t('invite.roles')}>
        <ChoiceInput
          many
          options={(roles.data ?? []).map((one) => ({ value: one.value, label: one.text }))}
        />
      </Form.Item>
      <div className="py-drawer-footer">
        <Button onClick={onDone}>{t('action.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={entry.busy}>
          {t('invite')}
        </Button>
      </div>
    </Form>
  )
}
