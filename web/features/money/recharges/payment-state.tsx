import { Alert, Button, Space } from 'antd'
import { useEffect } from 'react'
import { recharges, type Simulated } from '#contracts/money/recharges.ts'
import { isOnline, RECHARGE } from '#contracts/money/recharges.states.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { RechargeRow } from './recharge-cells.tsx'
import { usePayment } from './use-payment.ts'
import './recharges.css'

const OF_PAYER: readonly Simulated[] = ['paid', 'pending', 'failed', 'expired']
const ROUND_MS = 4_000

/** For a payer who came back from a payment page: what became of it, as the provider reports it. */
export function PaymentState() {
  const [params, setParams] = useAddress()
  const id = params.get('recharge')
  if (!id || !/^\d{1,19}$/.test(id)) return null
  const change = (names: readonly string[]) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        for (const name of names) next.delete(name)
        return next
      },
      { replace: true },
    )
  return (
    <State
      id={id}
      simulator={params.get('simulator') === '1'}
      onSimulated={() => change(['simulator'])}
      onClose={() => change(['recharge', 'simulator'])}
    />
  )
}

function State({
  id,
  simulator,
  onSimulated,
  onClose,
}: {
  id: string
  simulator: boolean
  onSimulated: () => void
  onClose: () => void
}) {
  const t = useT('recharges')
  const found = useApi(recharges.queryById, { id }, { staleTime: 0 })
  const check = useAction(recharges.check, { success: false })
  const pay = usePayment()
  const row = found.data as RechargeRow | undefined
  const status = row?.status ?? ''
  const waiting = status === RECHARGE.draft || status === RECHARGE.paid
  const { refetch } = found
  useEffect(() => {
    if (!waiting || simulator) return
    const timer = setInterval(() => void refetch(), ROUND_MS)
    return () => clearInterval(timer)
  }, [waiting, simulator, refetch])
  if (!row || !isOnline(row.channel)) return null
  if (simulator && waiting) return <Simulator id={id} row={row} onDone={onSimulated} />
  const title = waiting
    ? t('back.waiting')
    : status === RECHARGE.confirmed
      ? t('back.confirmed', { amount: row.received ?? '', currency: row.currency ?? '' })
      : t('back.ended', { reference: row.reference ?? '', state: row.status_dictText ?? status })
  return (
    <Alert
      className="rch-back"
      showIcon
      closable={{ onClose }}
      type={waiting ? 'info' : status === RECHARGE.confirmed ? 'success' : 'warning'}
      title={title}
      description={waiting && t('back.waiting.hint')}
      action={
        waiting && (
          <Space orientation="vertical">
            <Button size="small" loading={check.busy} onClick={() => void check.run({ id })}>
              {t('back.check')}
            </Button>
            {status === RECHARGE.draft && (
              <Button size="small" onClick={() => void pay(id)}>
                {t('pay')}
              </Button>
            )}
          </Space>
        )
      }
    />
  )
}

/** The page of a payment that moves no money. */
function Simulator({ id, row, onDone }: { id: string; row: RechargeRow; onDone: () => void }) {
  const t = useT('recharges')
  const simulate = useAction(recharges.simulate, { onDone })
  return (
    <Alert
      className="rch-back"
      type="warning"
      showIcon
      title={`${t('sim.title')}: ${row.amount ?? ''} ${row.currency ?? ''}`}
      description={
        <>
          <p>{t('sim.hint')}</p>
          <Space wrap>
            {OF_PAYER.map((outcome, at) => (
              <Button
                key={outcome}
                type={at === 0 ? 'primary' : 'default'}
                loading={simulate.busy}
                onClick={() => void simulate.run({ id, outcome })}
              >
                {t(`sim.${outcome}`)}
              </Button>
            ))}
          </Space>
        </>
      }
    />
  )
}
