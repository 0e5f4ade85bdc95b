import { Drawer, Skeleton } from 'antd'
import type { RowOf } from '#contracts/kit/entity.ts'
import { roles, type roleList } from '#contracts/platform/access/roles.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { useDelayedFlag } from '../../../kit/platform/use-timing.ts'
import { useRoleName } from './role-name.ts'
import './roles.css'

type Row = RowOf<typeof roleList>

/** Two roles side by side: what only one of them may. */
export default function CompareDrawer({ a, b, onClose }: { a: Row; b: Row; onClose: () => void }) {
  const t = useT('role-users')
  const nameOf = useRoleName()
  const found = useApi(roles.compare, { a: a.id, b: b.id }, { staleTime: 0 })
  const late = useDelayedFlag(found.isPending)
  useKeys({ Escape: onClose }, { modal: true })
  const side = (row: Row, list: readonly { code: string; name: string }[]) => (
    <section>
      <h2>
        {t('compare.only', { name: nameOf(row) })} <small className="py-num">{list.length}</small>
      </h2>
      <p className="py-hint">{row.dataScope_dictText}</p>
      {list.length === 0 ? (
        <p className="py-none">{t('compare.none')}</p>
      ) : (
        <ul>
          {list.map((one) => (
            <li key={one.code}>
              {one.name}
              <small>{one.code}</small>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
  return (
    <Drawer
      open
      size={860}
      title={t('compare.title', { a: nameOf(a), b: nameOf(b) })}
      onClose={onClose}
      keyboard={false}
      rootClassName="py-drawer"
    >
      {found.isError && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && late && <Skeleton active />}
      {found.data && (
        <div className="role-compare">
          {side(a, found.data.onlyA)}
          {side(b, found.data.onlyB)}
          <details>
            <summary>{t('compare.both', { count: found.data.both.length })}</summary>
            <ul>
              {found.data.both.map((one) => (
                <li key={one.code}>
                  {one.name}
                  <small>{one.code}</small>
                </li>
              ))}
            </ul>
          </details>
        </div>
      )}
    </Drawer>
  )
}
