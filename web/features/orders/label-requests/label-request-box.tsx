import { CloseOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import { labelRequestList } from '#contracts/orders/label-requests.ts'
import { useApi } from '../../../kit/http/query.ts'
import { usePhone } from '../../../kit/platform/use-timing.ts'
import { listOf } from '../../../kit/resource/resource-screen-props.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { OrderLink } from './order-link.tsx'
import { useRequestActions } from './use-request-actions.tsx'
import './request-box.css'

const EVERY_MS = 60_000
const SHOWN = 5

/** Labels that are still to come or were refused, the oldest first: asked for again, or given up. */
export function LabelRequestBox() {
  const t = useT('label-requests')
  const phone = usePhone()
  const { run, busy, dialogs } = useRequestActions()
  const found = useApi(
    listOf(labelRequestList),
    { pageSize: SHOWN, column: 'createTime', order: 'asc' },
    { quiet: true, refetchInterval: EVERY_MS },
  )
  if (!found.data || found.data.records.length === 0) return dialogs
  const { records, total } = found.data
  return (
    <section className="dash-box" aria-labelledby="dash-label-requests">
      <h2 id="dash-label-requests">
        {t('box.title')}
        <Link to="/shipment/label-requests">{t('box.all', { count: total })}</Link>
      </h2>
      <ul className="dash-rows request-rows">
        {records.map((row) => (
          <li key={row.id}>
            <span className="request-what">
              <OrderLink row={row} />
              <em>{row.state_dictText}</em>
              <span>{row.reason}</span>
              <small>
                {t('createTime')} <Moment at={row.createTime ?? null} />
              </small>
            </span>
            <Button
              type="text"
              icon={<ReloadOutlined />}
              disabled={busy}
              aria-label={`${t('action.retry')} ${row.serialNumber}`}
              onClick={() => void run('retry', [row])}
            >
              {phone ? null : t('action.retry')}
            </Button>
            <Button
              type="text"
              icon={<CloseOutlined />}
              disabled={busy}
              aria-label={`${t('action.giveUp')} ${row.serialNumber}`}
              onClick={() => void run('giveUp', [row])}
            >
              {phone ? null : t('action.giveUp')}
            </Button>
          </li>
        ))}
      </ul>
      {dialogs}
    </section>
  )
}
