import {
  ApartmentOutlined,
  BankOutlined,
  ClearOutlined,
  LockOutlined,
  LogoutOutlined,
  SettingOutlined,
  SkinOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { refreshDictionaries } from '../../kit/http/dict.ts'
import { useT } from '../../kit/text/i18n.ts'
import { MenuButton } from '../../kit/platform/menu/menu-button.tsx'
import type { MenuItems } from '../../kit/platform/menu/open-menu.tsx'
import { useNotify } from '../../kit/http/notify.tsx'
import { onOwnDialog, type OwnDialog } from '../../kit/session/own-dialogs.ts'
import { queryClient } from '../../kit/http/query.ts'
import { UserPicture } from '../../pickers/user-picture.tsx'
import { useSession } from '../../kit/session/session.ts'
import { AuthHost } from './auth-host.tsx'
import { lazyWithRetry } from '../layout/lazy-with-retry.tsx'
import { useSignOut } from './use-sign-out.ts'

const ChangePassword = lazyWithRetry(() => import('./change-password.tsx'))
const SwitchDepart = lazyWithRetry(() => import('./switch-depart.tsx'))
const SwitchTenant = lazyWithRetry(() => import('./switch-tenant.tsx'))

/**
 * The person's own entries. On small screens signing out stands here too, next to them in the header
 * elsewhere.
 */
export function UserMenu({ compact, onSettings }: { compact: boolean; onSettings: () => void }) {
  const t = useT('shell')
  const { user } = useSession()
  const notify = useNotify()
  const navigate = useNavigate()
  const leave = useSignOut()
  // A dialog stays until it has closed itself in peace.
  const [dialog, setDialog] = useState<{ name: OwnDialog; open: boolean } | null>(null)
  const show = (name: OwnDialog) => () => setDialog({ name, open: true })
  useEffect(() => onOwnDialog((name) => setDialog({ name, open: true })), [])
  const close = () => setDialog((now) => now && { ...now, open: false })
  const gone = () => setDialog(null)

  const clearCache = async () => {
    try {
      await refreshDictionaries()
      await queryClient.invalidateQueries()
      notify.success(t('cache.done'))
    } catch {
      notify.warning(t('cache.failed'))
    }
  }
  const name = user?.realname || user?.username || ''
  const own: MenuItems = [
    {
      key: 'center',
      icon: <UserOutlined />,
      label: t('user.center'),
      onClick: () => void navigate('/account/center'),
    },
    {
      key: 'account',
      icon: <SettingOutlined />,
      label: t('user.settings'),
      onClick: () => void navigate('/account/settings/base'),
    },
    { key: 'system', icon: <SkinOutlined />, label: t('user.system'), onClick: onSettings },
    { type: 'divider' },
    {
      key: 'password',
      icon: <LockOutlined />,
      label: t('user.password'),
      onClick: show('password'),
    },
    // Customers have no departments.
    ...(user && user.customerId === null
      ? [
          {
            key: 'depart',
            icon: <ApartmentOutlined />,
            label: t('user.depart'),
            onClick: show('depart'),
          },
        ]
      : []),
    ...(user?.relTenantIds.includes(',')
      ? [
          {
            key: 'tenant',
            icon: <BankOutlined />,
            label: t('user.tenant'),
            onClick: show('tenant'),
          },
        ]
      : []),
  ]
  const items: MenuItems = [
    {
      key: 'who',
      label: (
        <span className="py-who">
          <strong>{name}</strong>
          <small>{user?.username}</small>
        </span>
      ),
      disabled: true,
    },
    { type: 'divider' },
    ...own,
    { type: 'divider' },
    {
      key: 'cache',
      icon: <ClearOutlined />,
      label: t('cache.clear'),
      onClick: () => void clearCache(),
    },
    ...(compact
      ? [
          { type: 'divider' as const },
          {
            key: 'out',
            icon: <LogoutOutlined />,
            label: t('signOut'),
            onClick: () => void leave(),
          },
        ]
      : []),
  ]
  return (
    <>
      <MenuButton
        items={items}
        placement="bottomRight"
        type="text"
        icon={user?.avatar ? <UserPicture path={user.avatar} name={name} /> : <UserOutlined />}
        aria-label={t('user.menu', { name })}
      >
        {compact ? null : <span className="py-user-name">{name}</span>}
      </MenuButton>
      {dialog?.name === 'password' && (
        <ChangePassword open={dialog.open} onClose={close} onGone={gone} />
      )}
      {dialog?.name === 'depart' && <SwitchDepart onGone={gone} />}
      {dialog?.name === 'tenant' && (
        <SwitchTenant open={dialog.open} onClose={close} onGone={gone} />
      )}
      <AuthHost />
    </>
  )
}

/** Signing out in one step, at the end of the header. */
export function SignOutLink() {
  const t = useT('shell')
  const leave = useSignOut()
  return (
    <Button
      type="text"
      icon={<LogoutOutlined />}
      aria-label={t('signOut')}
      title={t('signOut')}
      onClick={() => void leave()}
    >
      <span className="py-wide">{t('signOut')}</span>
    </Button>
  )
}
