import { Button, Drawer, Skeleton } from 'antd'
import { useId, useState } from 'react'
import { users, type UserRow } from '#contracts/platform/people/users.calls.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { useDelayedFlag } from '../../../kit/platform/use-timing.ts'
import { focusFirst } from '../../../kit/form/focus-first.ts'
import { UserForm } from './user-form.tsx'
import type { Once } from './password-once.tsx'

export interface UserFormDrawerProps {
  /** The user to change; null adds one. */
  id: string | null
  roles?: readonly string[]
  /** Whose the new user is. */
  customer?: { id: string; name: string }
  onClose: () => void
  /** With the first password of a new user, which is shown once. */
  onSaved?: (row: UserRow, once: Once | null) => void
}

const NONE: readonly string[] = []

/**
 * Adding or changing a user next to the list. Enter saves and closes, Ctrl+Enter saves and starts
 * the next.
 */
export default function UserFormDrawer({
  id,
  roles = NONE,
  customer,
  onClose,
  onSaved,
}: UserFormDrawerProps) {
  const t = useT('users')
  const formId = useId()
  const [status, setStatus] = useState({ busy: false, changed: false })
  const [goOn, setGoOn] = useState(false)
  const [round, setRound] = useState(0)
  // The row as it is now, not as the list showed it: an old version would be refused.
  const found = useApi(users.queryById, { id: id ?? '' }, { enabled: id !== null, staleTime: 0 })
  const ready = id === null || (found.data !== undefined && !found.isFetching) || status.changed
  const late = useDelayedFlag(!ready)
  const submit = (next: boolean) => {
    setGoOn(next)
    const form = document.getElementById(formId)
    if (form instanceof HTMLFormElement) setTimeout(() => form.requestSubmit())
  }
  useKeys({ 'mod+enter': () => submit(id === null), Escape: onClose }, { modal: true })
  const one = useLang() === 'en_US' ? t('one').toLowerCase() : t('one')
  const title = t(id ? 'form.editOne' : 'form.newOne', { one })
  return (
    <Drawer
      open
      size={760}
      onClose={onClose}
      keyboard={false}
      mask={{ closable: !status.changed }}
      rootClassName="py-drawer"
      title={id && found.data ? `${title} · ${found.data.realname}` : title}
      afterOpenChange={(open) => open && focusFirst(formId)}
      footer={
        <div className="py-drawer-footer">
          <span className="py-hint">{t(id ? 'form.keys' : 'password.note')}</span>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          {!id && (
            <Button loading={status.busy && goOn} disabled={!ready} onClick={() => submit(true)}>
              {t('form.saveAndNew')}
            </Button>
          )}
          <Button
            type="primary"
            loading={status.busy && !goOn}
            disabled={!ready}
            onClick={() => submit(false)}
          >
            {t('action.save')}
          </Button>
        </div>
      }
    >
      {found.isError && !ready && (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      )}
      {!ready && !found.isError && late && <Skeleton active />}
      {ready && (
        <UserForm
          key={`${id ?? 'new'}:${round}`}
          row={id ? (found.data ?? null) : null}
          roles={roles}
          customer={customer}
          formId={formId}
          onStatus={setStatus}
          onSaved={(row, password) => {
            onSaved?.(row, id === null && password ? { username: row.username, password } : null)
            if (!goOn || id !== null) return onClose()
            setRound(round + 1)
            setTimeout(() => focusFirst(formId))
          }}
        />
      )}
    </Drawer>
  )
}
