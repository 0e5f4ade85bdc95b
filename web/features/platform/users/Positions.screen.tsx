import { useNavigate } from 'react-router'
import { positions, positionList } from '#contracts/platform/people/positions.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import '../../../kit/form/side-pane.css'

const COLUMNS = ['code', 'name', 'postRank', 'holders', 'remark'] as const

/** Titles with their rank, and how many people hold each. */
export default function Positions() {
  const t = useT('users')
  const go = useNavigate()
  const maySee = useCan('sys:user:list')
  const counts = useApi(positions.counts, {}, { quiet: true })
  const users = new Map((counts.data ?? []).map((one) => [one.id, one.users]))
  return (
    <ResourceScreen
      of={positionList}
      columns={COLUMNS}
      numbers={['code']}
      cells={{
        postRank: (row) => (
          <DictTag code="position_rank" value={row.postRank} text={row.postRank_dictText ?? null} />
        ),
        holders: (row) => {
          const count = users.get(row.id) ?? 0
          if (count === 0 || !maySee)
            return <span className={count === 0 ? 'py-none' : 'py-num'}>{count}</span>
          return (
            <button
              type="button"
              className="py-word-link"
              aria-label={t('position.see', { name: row.name ?? '', count })}
              onClick={(event) => {
                event.stopPropagation()
                void go(`/isystem/user?positionId=${row.id}`)
              }}
            >
              {count}
            </button>
          )
        },
      }}
    />
  )
}
