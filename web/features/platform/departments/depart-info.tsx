import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { departments } from '#contracts/platform/departments/departments.ts'
import { call } from '../../../kit/http/api.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { DetailList } from '../../../kit/resource/detail-list.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { DepartFields } from './depart-fields.tsx'
import type { DepartLine } from './tree-lines.ts'

/**
 * What a department is, to be changed on the spot, and its end: shown first what would go with it.
 */
export function DepartInfo({
  depart,
  lines,
  onGone,
  onChild,
}: {
  depart: DepartLine
  lines: readonly DepartLine[]
  onGone: () => void
  onChild: () => void
}) {
  const t = useT('departments')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const notify = useNotify()
  const formId = useId()
  const remove = useAction(departments.delete)
  const [state, setState] = useState({ busy: false, changed: false })
  const edits = may('sys:depart:edit')

  const drop = async () => {
    try {
      const what = await call(departments.removal, { ids: [depart.id] })
      const content = (
        <p>
          {t('delete.note', {
            departs: what.departs,
            users: what.users,
            roles: what.roles,
            grants: what.grants,
          })}
        </p>
      )
      if (
        (await confirm({
          title: t('delete', { name: depart.title }),
          ok: t('action.delete'),
          names: what.names,
          content,
          danger: true,
        })) === null
      )
        return
      if ((await remove.run({ id: depart.id, force: true })).ok) onGone()
    } catch (error) {
      notify.failed(error)
    }
  }
  return (
    <div>
      <DetailList
        columns={3}
        items={[
          { key: 'orgCode', label: t('orgCode'), value: depart.orgCode },
          { key: 'managers', label: t('managers'), value: depart.managers },
          {
            key: 'users',
            label: t('userCount'),
            value: t('userCount.both', { own: depart.userCount, all: depart.userCountBelow }),
          },
        ]}
      />
      <DepartFields
        formId={formId}
        lines={lines}
        row={depart}
        parentId={null}
        readOnly={!edits}
        onState={setState}
        onSaved={() => undefined}
      />
      <div className="dep-foot">
        {may(departments.delete) && (
          <Button danger icon={<DeleteOutlined />} onClick={() => void drop()}>
            {t('action.delete')}
          </Button>
        )}
        {may('sys:depart:add') && (
          <Button icon={<PlusOutlined />} onClick={onChild}>
            {t('addChild')}
          </Button>
        )}
        {edits && (
          <Button
            type="primary"
            htmlType="submit"
            form={formId}
            loading={state.busy}
            disabled={!state.changed}
          >
            {t('action.save')}
          </Button>
        )}
      </div>
    </div>
  )
}
