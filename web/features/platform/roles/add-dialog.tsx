import { Checkbox, Modal } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { roleUsers } from '#contracts/platform/people/users.departments.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'
import type { RoleBrief } from './role-pane.tsx'

const ResultSheet = lazy(() =>
  import('../../../kit/list/result-sheet.tsx').then((file) => ({ default: file.ResultSheet })),
)

/** People who do not have the role yet, by name; those chosen stay while one looks for others. */
export default function AddDialog({ role, onClose }: { role: RoleBrief; onClose: () => void }) {
  const t = useT('role-users')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const found = useApi(
    roleUsers.candidates,
    { roleId: role.id, keyword: useDebouncedValue(typed.trim()) || undefined },
    { keepPrevious: true },
  )
  const add = useAction(roleUsers.addSysUserRole)
  const count = chosen.size
  const toggle = (id: string, name: string) =>
    setChosen((now) => {
      const next = new Map(now)
      if (!next.delete(id)) next.set(id, name)
      return next
    })
  const save = async () => {
    const done = await add.run({ roleId: role.id, userIdList: [...chosen.keys()] })
    if (!done.ok) return
    if (done.result.failed === 0) return onClose()
    setChosen(new Map())
    setOutcome({ title: t('add'), result: done.result })
  }
  const rows = [
    ...[...chosen].map(([value, text]) => ({ value, text })),
    ...(found.data ?? []).filter((one) => !chosen.has(one.value)),
  ]
  return (
    <Modal
      open
      title={t('add.title', { role: role.name })}
      width={520}
      okText={t('add.ok', { count })}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: count === 0 }}
      confirmLoading={add.busy}
      onOk={() => void save()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <input
        className="py-input role-find"
        type="search"
        autoFocus
        aria-label={t('add.find')}
        placeholder={t('add.find')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {found.isError && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      <ul className="role-candidates" aria-busy={found.isFetching}>
        {rows.map((one) => (
          <li key={one.value}>
            <Checkbox checked={chosen.has(one.value)} onChange={() => toggle(one.value, one.text)}>
              {one.text}
            </Checkbox>
          </li>
        ))}
        {found.data && rows.length === 0 && <li className="py-none">{t('add.none')}</li>}
      </ul>
      <Suspense>
        {outcome && (
          <ResultSheet
            outcome={outcome}
            onClose={() => {
              setOutcome(null)
              onClose()
            }}
          />
        )}
      </Suspense>
    </Modal>
  )
}
