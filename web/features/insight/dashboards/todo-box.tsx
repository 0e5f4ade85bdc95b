import { CheckOutlined, ClockCircleOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId } from 'react'
import { Link } from 'react-router'
import { dashboards, TODO_CAP, type Todo } from '#contracts/insight/dashboards.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { formatTotal } from '../../../kit/text/formats.ts'
import { companyZone } from '../../../kit/session/company-zone.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useDelayedFlag, usePhone } from '../../../kit/platform/use-timing.ts'
import { useSetting } from '../../../kit/platform/own/user-settings.ts'
import { awake, isSnoozed, tomorrow, type Snoozed } from './snoozed.ts'

const EVERY_MS = 60_000

/**
 * What waits for this person, each with its number and the way to it; put off until tomorrow at
 * will.
 */
export function TodoBox() {
  const t = useT('dashboards')
  const title = useId()
  const [snoozed, setSnoozed] = useSetting<Snoozed>('dashboard:snoozed', isSnoozed, {})
  const todos = useApi(
    dashboards.todos,
    { zone: companyZone() },
    { refetchInterval: EVERY_MS, quiet: true },
  )
  const late = useDelayedFlag(todos.isPending)
  const phone = usePhone()
  const shown = todos.data ? awake(todos.data, snoozed, Date.now()) : []
  const hidden = (todos.data?.length ?? 0) - shown.length
  const sleep = (todo: Todo) =>
    setSnoozed((now) => ({ ...now, [todo.kind]: { until: tomorrow(Date.now()), n: todo.n } }))
  return (
    <section className="dash-box" aria-labelledby={title}>
      <h2 id={title}>{t('todos')}</h2>
      {todos.error && !todos.data ? (
        <ErrorNote error={todos.error} retry={() => void todos.refetch()} />
      ) : todos.data ? (
        shown.length === 0 ? (
          <p className="dash-none">
            <CheckOutlined /> {t('todos.none')}
          </p>
        ) : (
          <ul className="dash-rows">
            {shown.map((todo) => (
              <li key={todo.kind}>
                <Link to={todo.path}>
                  <strong className="py-num">{formatTotal(todo.n, todo.n >= TODO_CAP)}</strong>
                  <span>{t(`todo.${todo.kind}`, { count: todo.n })}</span>
                  <RightOutlined />
                </Link>
                <Button
                  type="text"
                  icon={<ClockCircleOutlined />}
                  aria-label={t('todos.snooze.of', {
                    what: t(`todo.${todo.kind}`, { count: todo.n }),
                  })}
                  onClick={() => sleep(todo)}
                >
                  {phone ? null : t('todos.snooze')}
                </Button>
              </li>
            ))}
          </ul>
        )
      ) : (
        late && (
          <div aria-busy>
            <span className="py-skeleton" />
            <span className="py-skeleton" />
          </div>
        )
      )}
      {hidden > 0 && (
        <Button type="link" size="small" onClick={() => setSnoozed({})}>
          {t('todos.wake', { count: hidden })}
        </Button>
      )}
    </section>
  )
}
