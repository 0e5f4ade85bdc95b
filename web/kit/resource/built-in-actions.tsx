import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import type { Crud } from '#contracts/kit/crud.ts'
import { whyClosed } from '#contracts/kit/when.ts'
import type { RowAction } from '../table/row-actions.tsx'
import type { T } from '../text/i18n.ts'

type Button = Omit<RowAction, 'onClick'>

/**
 * The edit and delete buttons of a row; grey, with the reason, where the entity's `when` closes
 * them.
 */
export function builtInActions(
  of: Crud,
  t: T,
  row: Readonly<Record<string, unknown>>,
): { edit: Button; remove: Button } {
  const blocked = (action: 'edit' | 'delete') => {
    const code = whyClosed(of, action, row)
    return code === null ? null : t(`blocked.${code}`)
  }
  return {
    edit: {
      key: 'edit',
      label: t('action.edit'),
      icon: <EditOutlined />,
      blocked: blocked('edit'),
    },
    remove: {
      key: 'delete',
      label: t('action.delete'),
      icon: <DeleteOutlined />,
      danger: true,
      blocked: blocked('delete'),
    },
  }
}
