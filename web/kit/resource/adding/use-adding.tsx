import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState, type ComponentType } from 'react'
import { useKeys } from '../../platform/use-keys.ts'
import { useT } from '../../text/i18n.ts'

/** What a dialog that makes a row is given. */
export interface AddingProps {
  onClose: () => void
  onMade: (id: string) => void
}

/**
 * A list's button, and its key N, for rows that are made in a dialog of their own instead of the
 * entity's form. `onMade` shows the new row.
 */
export function useAdding(
  namespace: string,
  allowed: boolean,
  Dialog: ComponentType<AddingProps>,
  onMade: (id: string) => void,
) {
  const t = useT(namespace)
  const [adding, setAdding] = useState(false)
  useKeys({ n: () => setAdding(true) }, { enabled: allowed && !adding })
  const button = allowed && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('action.new')}
    </Button>
  )
  const close = () => setAdding(false)
  const made = (id: string) => {
    close()
    onMade(id)
  }
  const dialog = <Suspense>{adding && <Dialog onClose={close} onMade={made} />}</Suspense>
  return { button, dialog }
}
