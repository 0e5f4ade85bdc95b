import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { permissions } from '#contracts/platform/access/permissions.ts'
import { type PermissionRule } from '#contracts/platform/access/permissions.nodes.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { Can, useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { RowActions } from '../../../kit/table/row-actions.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import type { MenuLine } from './menu-rows.ts'
import { useRuleTexts } from './rule-texts.ts'

const RuleForm = lazy(() => import('./rule-form.tsx'))

/**
 * The data rules of a screen. A rule does nothing until it is assigned to a role's or department's
 * grant of that screen.
 */
export default function RulesDrawer({ menu, onClose }: { menu: MenuLine; onClose: () => void }) {
  const t = useT('permissions')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const words = useRuleTexts()
  const found = useApi(
    permissions.getPermRuleListByPermId,
    { permissionId: menu.id },
    { staleTime: 0 },
  )
  const remove = useAction(permissions.deletePermissionRule)
  const [edited, setEdited] = useState<PermissionRule | 'new' | null>(null)
  const empty = (
    <Empty kind="nothing" title={t('rule.empty')}>
      <Can action="sys:datarule:add">
        <Button onClick={() => setEdited('new')}>{t('rule.new')}</Button>
      </Can>
    </Empty>
  )

  const columns: Column<PermissionRule>[] = [
    { key: 'ruleName', title: t('rule.ruleName'), width: 180, card: 'title' },
    { key: 'condition', title: t('rule.condition'), width: 300, render: (row) => words(row) },
    { key: 'uses', title: t('rule.uses'), width: 90, align: 'right', render: (row) => row.uses },
    {
      key: 'status',
      title: t('rule.status'),
      width: 90,
      render: (row) => <DictTag code="valid_status" value={row.status} />,
    },
  ]
  const drop = async (row: PermissionRule) => {
    if (
      (await confirm({
        title: t('rule.delete', { name: row.ruleName }),
        ok: t('action.delete'),
        content: row.uses > 0 ? <p>{t('rule.deleteUsed', { count: row.uses })}</p> : undefined,
        danger: true,
      })) !== null
    )
      await remove.run({ id: row.id })
  }
  return (
    <Drawer
      open
      size={820}
      title={t('rule.title', { name: menu.title })}
      onClose={onClose}
      rootClassName="py-drawer"
      extra={
        <Can action="sys:datarule:add">
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited('new')}>
            {t('rule.new')}
          </Button>
        </Can>
      }
    >
      <p className="perm-note">{t('rule.note')}</p>
      {found.error ? (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      ) : (
        <DataTable<PermissionRule>
          label={t('rule.title', { name: menu.title })}
          columns={columns}
          rows={found.data ?? []}
          loading={found.isPending}
          empty={empty}
          keys={false}
          onOpen={(row) => may('sys:datarule:edit') && setEdited(row)}
          actions={(row) => (
            <RowActions
              actions={[
                ...(may('sys:datarule:edit')
                  ? [
                      {
                        key: 'edit',
                        label: t('action.edit'),
                        icon: <EditOutlined />,
                        onClick: () => setEdited(row),
                      },
                    ]
                  : []),
                ...(may(permissions.deletePermissionRule)
                  ? [
                      {
                        key: 'delete',
                        label: t('action.delete'),
                        icon: <DeleteOutlined />,
                        danger: true,
                        onClick: () => void drop(row),
                      },
                    ]
                  : []),
              ]}
            />
          )}
        />
      )}
      <Suspense>
        {edited && (
          <RuleForm
            menu={menu}
            rule={edited === 'new' ? null : edited}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </Drawer>
  )
}
