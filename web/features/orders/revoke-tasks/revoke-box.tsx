import { CheckOutlined, ClockCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import { REVOKE_OPEN } from '#contracts/orders/labels.states.ts'
import { revokeTaskList } from '#contracts/orders/revoke-tasks.ts'
import { companyToday } from '../../../kit/session/company-zone.ts'
import { useApi } from '../../../kit/http/query.ts'
import { usePhone } from '../../../kit/platform/use-timing.ts'
import { listOf } from '../../../kit/resource/resource-screen-props.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { OrderLink } from './order-link.tsx'
import { isOpenFor, useRevokeActions } from './use-revoke-actions.tsx'
import './revoke-box.css'

const EVERY_MS = 60_000
const SHOWN = 5

/** Revoke tasks that are due, the oldest first: each can be ended, or put off until a day. */
export function RevokeBox() {
  const t = useT('revoke-tasks')
  const phone = usePhone()
  const { offered, run, busy, dialogs } = useRevokeActions()
  const due = { status: REVOKE_OPEN.join(','), followUp_end: companyToday() }
  const found = useApi(
    listOf(revokeTaskList),
    { ...due, pageSize: SHOWN, column: 'createTime', order: 'asc' },
    { quiet: true, refetchInterval: EVERY_MS },
  )
  if (!found.data || found.data.records.length === 0) return dialogs
  const { records, total } = found.data
  const all = `/shipment/revoke-tasks?${new URLSearchParams(due).toString()}`
  return (
    <section className="dash-box" aria-labelledby="dash-revokes">
      <h2 id="dash-revokes">
        {t('box.title')}
        <Link to={all}>{t('box.all', { count: total })}</Link>
      </h2>
      <ul className="dash-rows revoke-rows">
        {records.map((row) => (
          <li key={row.id}>
            <span className="revoke-what">
              <OrderLink row={row} />
              <em>{row.status_dictText}</em>
              <span>{row.answer ?? row.reason}</span>
            </span>
            {offered.includes('close') && isOpenFor('close', row) && (
              <Button
                type="text"
                icon={<CheckOutlined />}
                disabled={busy}
                aria-label={`${t('box.done')} ${row.serialNumber}`}
                onClick={() => void run('close', [row])}
              >
                {phone ? null : t('box.done')}
              </Button>
            )}
            {offered.includes('snooze') && (
              <Button
                type="text"
                icon={<ClockCircleOutlined />}
                disabled={busy}
                aria-label={`${t('action.snooze')} ${row.serialNumber}`}
                onClick={() => void run('snooze', [row])}
              >
                {phone ? null : t('action.snooze')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialogs}
    </section>
  )
}
