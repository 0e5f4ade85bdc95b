import { Button, Drawer } from 'antd'
import { useId, useState } from 'react'
import { useT } from '../../../kit/text/i18n.ts'
import { DepartFields } from './depart-fields.tsx'
import type { DepartLine } from './tree-lines.ts'

/** A new department. Its code is given by the server: the next one below its parent. */
export default function DepartForm({
  lines,
  parentId,
  onClose,
  onSaved,
}: {
  lines: readonly DepartLine[]
  parentId: string | null
  onClose: () => void
  onSaved: (id: string) => void
}) {
  const t = useT('departments')
  const formId = useId()
  const [state, setState] = useState({ busy: false, changed: false })
  return (
    <Drawer
      open
      size={640}
      title={t('new')}
      onClose={onClose}
      mask={{ closable: !state.changed }}
      rootClassName="py-drawer"
      footer={
        <div className="py-drawer-footer">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="primary" htmlType="submit" form={formId} loading={state.busy}>
            {t('action.save')}
          </Button>
        </div>
      }
    >
      <DepartFields
        formId={formId}
        lines={lines}
        row={null}
        parentId={parentId}
        onState={setState}
        onSaved={(row) => {
          onSaved(row.id)
          onClose()
        }}
      />
    </Drawer>
  )
}
