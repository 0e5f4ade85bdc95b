import { Button, Drawer } from 'antd'
import { tenants } from '#contracts/platform/operations/tenants.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import './tenants.css'
import { nameOfAccount } from '../../../kit/session/account-names.ts'

/** Tenants laid aside: closed and out of the list, with all their rows; each can come back. */
export default function ClosedTenants({ onClose }: { onClose: () => void }) {
  const t = useT('tenants')
  const found = useApi(tenants.recycleBin, {}, { staleTime: 0 })
  const restore = useAction(tenants.restore)
  useKeys({ Escape: onClose }, { modal: true })
  const word = (row: object, key: string): string => {
    const value: unknown = Reflect.get(row, key)
    return typeof value === 'string' ? value : ''
  }
  return (
    <Drawer
      open
      size={520}
      title={t('bin')}
      onClose={onClose}
      keyboard={false}
      rootClassName="py-drawer"
    >
      <p className="py-hint">{t('bin.note')}</p>
      {found.isError && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {found.data?.length === 0 && <Empty kind="nothing" />}
      <ul className="tnt-people">
        {found.data?.map((row) => (
          <li key={word(row, 'id')}>
            <span>
              {word(row, 'name')}
              <small>
                {word(row, 'code')} · {t('users')} {word(row, 'users')} · {t('orders')}{' '}
                {word(row, 'orders')}
              </small>
            </span>
            <small>
              {nameOfAccount(word(row, 'updateBy'))} <Moment at={word(row, 'updateTime')} />
            </small>
            <Button
              size="small"
              loading={restore.busy}
              onClick={() => void restore.run({ ids: [word(row, 'id')] })}
            >
              {t('restore')}
            </Button>
          </li>
        ))}
      </ul>
    </Drawer>
  )
}
