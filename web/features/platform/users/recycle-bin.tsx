import { DeleteOutlined, UndoOutlined } from '@ant-design/icons'
import { Button, Checkbox, Drawer } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { users } from '#contracts/platform/people/users.calls.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { UserPicture } from '../../../pickers/user-picture.tsx'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { nameOfAccount } from '../../../kit/session/account-names.ts'

const ResultSheet = lazy(() =>
  import('../../../kit/list/result-sheet.tsx').then((file) => ({ default: file.ResultSheet })),
)

/** Users that were deleted: back into the list, or gone for good. */
export default function RecycleBin({ onClose }: { onClose: () => void }) {
  const t = useT('users')
  const confirm = useConfirm()
  const found = useApi(users.recycleBin, {}, { staleTime: 0 })
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const restore = useAction(users.putRecycleBin)
  const purge = useAction(users.deleteRecycleBin)
  useKeys({ Escape: onClose }, { modal: true })
  const rows = found.data ?? []
  const chosen = rows.filter((row) => ids.has(row.id))
  const count = chosen.length
  const toggle = (id: string) =>
    setIds((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
  const settle = (title: string, result: BulkResult) => {
    setIds(new Set(result.rows.filter((row) => !row.ok).map((row) => row.id)))
    if (result.failed > 0) setOutcome({ title, result })
  }
  const back = async () => {
    const done = await restore.run({ userIds: [...ids] })
    if (done.ok) settle(t('bin.restore'), done.result)
  }
  const forget = async () => {
    if (
      (await confirm({
        title: t('bin.purgeCount', { count }),
        content: t('bin.purgeNote'),
        names: chosen.map((row) => `${row.realname} (${row.username})`),
        danger: true,
      })) === null
    )
      return
    const done = await purge.run({ userIds: [...ids] } as never)
    if (done.ok) settle(t('bin.purge'), done.result)
  }
  return (
    <Drawer
      open
      size={560}
      title={t('bin.title')}
      onClose={onClose}
      keyboard={false}
      rootClassName="py-drawer"
      footer={
        <div className="py-drawer-footer">
          <span className="py-hint">{t('bin.chosen', { count })}</span>
          <Button
            danger
            icon={<DeleteOutlined />}
            disabled={count === 0}
            loading={purge.busy}
            onClick={() => void forget()}
          >
            {t('bin.purge')}
          </Button>
          <Button
            type="primary"
            icon={<UndoOutlined />}
            disabled={count === 0}
            loading={restore.busy}
            onClick={() => void back()}
          >
            {t('bin.restoreCount', { count })}
          </Button>
        </div>
      }
    >
      {found.isError && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {found.data && rows.length === 0 && <Empty kind="nothing" />}
      <ul className="usr-people">
        {rows.map((row) => (
          <li key={row.id}>
            <label>
              <Checkbox checked={ids.has(row.id)} onChange={() => toggle(row.id)} />
              <UserPicture path={row.avatar} name={row.realname} size={32} />
              <span>
                {row.realname}
                <small>
                  {[row.username, row.customerId_dictText || row.orgCodeTxt]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
              <small>
                {nameOfAccount(row.updateBy)} <Moment at={row.updateTime} />
              </small>
            </label>
          </li>
        ))}
      </ul>
      <Suspense>
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    </Drawer>
  )
}
