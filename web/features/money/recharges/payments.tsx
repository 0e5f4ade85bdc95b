import { Button } from 'antd'
import { recharges, type Simulated } from '#contracts/money/recharges.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { Moment, Money } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { RechargeRow } from './recharge-cells.tsx'

const OF_BANKS: readonly Simulated[] = ['returned', 'chargeback', 'won']

/** What came of a recharge, went back and was taken back; staff try it on simulated payments. */
export function Payments({ row }: { row: RechargeRow }) {
  const t = useT('recharges')
  const may = useRightsCheck()
  const found = useApi(recharges.payments, { id: row.id })
  const simulate = useAction(recharges.simulate)
  return (
    <section className="rch-pay">
      <h3>{t('payments')}</h3>
      <ul className="rch-payments">
        {(found.data ?? []).map((one) => (
          <li key={one.id}>
            <Moment at={one.createTime} /> {t(`payments.${one.kind}`)}{' '}
            <Money amount={one.amount} currency={one.currency} />
            {one.fee && ` · ${t('payments.fee', { fee: one.fee })}`}
            {one.outTradeNo && ` · ${one.outTradeNo}`}
            {one.reason && ` · ${one.reason}`}{' '}
            {one.state !== 'done' && (
              <StatusTag tone={one.state === 'asked' ? 'moving' : 'bad'}>
                {t(`payments.${one.state}`)}
              </StatusTag>
            )}
          </li>
        ))}
      </ul>
      {row.channel === 'SIMULATOR' && may('acc:recharge:confirm') && (
        <div className="rch-actions">
          {OF_BANKS.map((outcome) => (
            <Button
              key={outcome}
              size="small"
              loading={simulate.busy}
              onClick={() => void simulate.run({ id: row.id, outcome })}
            >
              {t(`sim.${outcome}`)}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}
