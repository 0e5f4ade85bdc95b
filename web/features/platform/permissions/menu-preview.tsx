import { Drawer, Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { permissions } from '#contracts/platform/access/permissions.ts'
import type { MenuNode } from '#contracts/platform/session/session.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'

const NamedIcon = lazy(() => import('../../../kit/platform/icons/named-icons.tsx'))

/** The menu as the holders of one role see it. */
export default function MenuPreview({ onClose }: { onClose: () => void }) {
  const t = useT('permissions')
  const [roleId, setRoleId] = useState<string | null>(null)
  const found = useApi(
    permissions.previewMenu,
    { roleId: roleId ?? '0' },
    { enabled: roleId !== null, staleTime: 0 },
  )
  return (
    <Drawer open size={420} title={t('preview')} onClose={onClose} rootClassName="py-drawer">
      <label className="perm-label" htmlFor="preview-role">
        {t('preview.role')}
      </label>
      <RefSelect
        id="preview-role"
        of="roles"
        value={roleId}
        onChange={(value) => setRoleId(typeof value === 'string' ? value : null)}
      />
      {found.error ? (
        <ErrorNote error={found.error} />
      ) : found.data ? (
        <Branch nodes={found.data} />
      ) : (
        roleId !== null && <Skeleton active />
      )}
      {found.data?.length === 0 && <Empty kind="nothing" />}
    </Drawer>
  )
}

function Branch({ nodes }: { nodes: readonly MenuNode[] }) {
  const t = useT('permissions')
  return (
    <ul className="perm-preview">
      {nodes.map((node) => (
        <li key={node.id}>
          <span data-hidden={node.hidden || undefined}>
            {node.meta.icon && (
              <Suspense fallback={null}>
                <NamedIcon name={node.meta.icon} />
              </Suspense>
            )}{' '}
            {node.meta.title}
            {node.hidden && <small> {t('menu.hidden')}</small>}
          </span>
          {node.children && <Branch nodes={node.children} />}
        </li>
      ))}
    </ul>
  )
}
