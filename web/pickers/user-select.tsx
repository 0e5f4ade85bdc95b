import { TeamOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { chosenOf } from '../kit/form/choices/chosen.ts'
import type { ChoiceProps } from '../kit/form/choices/dict-select.tsx'
import { useT } from '../kit/text/i18n.ts'
import { RefSelect } from '../kit/form/choices/ref-select.tsx'

const UserDialog = lazy(() => import('./user-dialog.tsx'))

export interface UserSelectProps extends ChoiceProps {
  /** The name of the one who is chosen, where the row brought it. */
  text?: string | null
  /** `customer`: users of customers' accounts; staff by default. */
  kind?: 'staff' | 'customer'
}

/**
 * One or several users: by typing a name or account, or from their department in a window of its
 * own.
 */
export function UserSelect({
  many = false,
  value = null,
  onChange,
  text,
  kind = 'staff',
  ...rest
}: UserSelectProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const chosen = chosenOf(value, many)
  const give = (ids: readonly string[]) => {
    onChange?.(many ? ids : (ids[0] ?? null))
    setOpen(false)
  }
  return (
    <>
      <Space.Compact block>
        <RefSelect
          {...rest}
          of="users"
          many={many}
          value={many ? chosen : (chosen[0] ?? null)}
          {...(text ? { text } : {})}
          {...(onChange ? { onChange } : {})}
        />
        <Button
          icon={<TeamOutlined />}
          disabled={rest.disabled ?? false}
          aria-label={t('choice.fromDepart')}
          title={t('choice.fromDepart')}
          onClick={() => setOpen(true)}
        />
      </Space.Compact>
      <Suspense>
        {open && (
          <UserDialog
            many={many}
            kind={kind}
            chosen={chosen}
            onOk={give}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
