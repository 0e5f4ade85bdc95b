import { ClearOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useNavigate } from 'react-router'
import { session } from '#contracts/session.ts'
import { call } from '../kit/api.ts'
import { useConfirm } from '../kit/confirm.tsx'
import { refreshDictionaries } from '../kit/dict.ts'
import { useT } from '../kit/i18n.ts'
import { useNotify } from '../kit/notify.tsx'
import { queryClient } from '../kit/query.ts'
import { mayLeave } from '../kit/unsaved.ts'
import { signOut, useWho } from '../kit/who.ts'
import { LOGIN } from './guard.ts'

/** The person's own entries: clear cache, sign out. */
export function UserMenu({ compact }: { compact: boolean }) {
  const t = useT('shell')
  const { user } = useWho()
  const notify = useNotify()
  const confirm = useConfirm()
  const navigate = useNavigate()

  const clearCache = async () => {
    try {
      await refreshDictionaries()
      await queryClient.invalidateQueries()
      notify.success(t('cache.done'))
    } catch {
      notify.warning(t('cache.failed'))
    }
  }
  const leave = async () => {
    if (!(await mayLeave())) return
    if ((await confirm({ title: t('signOut.title'), content: t('signOut.text'), ok: t('signOut') })) === null) return
    try {
      await call(session.logout, {}, { quiet: true })
    } catch (error) {
      // Signed out here in any case; that the server did not hear of it must be known.
      notify.warning(error instanceof Error && error.message ? error.message : t('failure.noAnswer'))
    }
    queryClient.clear()
    signOut()
    void navigate(LOGIN, { replace: true })
  }
  const name = user?.realname || user?.username || ''
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items: [
      { key: 'who', label: <span className="py-who"><strong>{name}</strong><small>{user?.username}</small></span>, disabled: true },
      { type: 'divider' },
      { key: 'cache', icon: <ClearOutlined />, label: t('cache.clear'), onClick: () => void clearCache() },
      { type: 'divider' },
      { key: 'out', icon: <LogoutOutlined />, label: t('signOut'), onClick: () => void leave() },
    ] }}>
      <Button type="text" icon={<UserOutlined />} aria-label={t('user.menu', { name })}>{compact ? null : <span className="py-user-name">{name}</span>}</Button>
    </Dropdown>
  )
}
