import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OrderStep } from '#contracts/orders/order-history.ts'
import { shipments, type OrderDetail } from '#contracts/orders/shipments.ts'
import { useApi } from '../../../../kit/http/query.ts'
import { ErrorNote } from '../../../../kit/platform/empty.tsx'
import { nameOfAccount } from '../../../../kit/session/account-names.ts'
import { Moment } from '../../../../kit/platform/cells.tsx'
import { useT, type T } from '../../../../kit/text/i18n.ts'
import { word } from '../form/field-labels.ts'
import { orderPath } from '../list/order-links.ts'

interface Step {
  key: string
  by: string | null
  at: string
  text: ReactNode
}

/** What happened to the order, oldest first. */
export function OrderHistory({ order }: { order: OrderDetail }) {
  const t = useT('shipments')
  const found = useApi(shipments.history, { id: order.id }, { quiet: true })
  const steps = found.data ?? []
  const joined = steps.some(({ action }) => action === 'mergedInto')
  const own = (['created', 'confirmed', 'updated', 'cancelled', 'revoked'] as const)
    .filter((key) => key !== 'cancelled' || !joined)
    .flatMap((key): Step[] => {
      const { by, at } = ownStep(order, key)
      return at === null ? [] : [{ key, by, at, text: t(`detail.${key}`) }]
    })
  const noted = steps.map((step, at): Step => ({
    key: `${at}`,
    by: step.createBy,
    at: step.createTime,
    text: <StepText step={step} t={t} />,
  }))
  return (
    <>
      {found.isError && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      <ol className="order-history">
        {[...own, ...noted]
          .toSorted((a, b) => a.at.localeCompare(b.at))
          .map((step) => (
            <li key={step.key}>
              <Moment at={step.at} />
              <span>{step.text}</span>
              <span className="py-none">{nameOfAccount(step.by)}</span>
            </li>
          ))}
      </ol>
      {order.cancelReason && !joined && (
        <p className="py-none">{t('detail.cancelReason', { reason: order.cancelReason })}</p>
      )}
    </>
  )
}

const ownStep = (
  order: OrderDetail,
  key: 'created' | 'confirmed' | 'updated' | 'cancelled' | 'revoked',
): { by: string | null; at: string | null } =>
  ({
    created: { by: order.createBy, at: order.createTime },
    confirmed: { by: order.confirmBy, at: order.confirmTime },
    updated: { by: order.updateBy, at: order.updateTime },
    cancelled: { by: order.cancelBy, at: order.cancelTime },
    revoked: { by: order.revokeBy, at: order.revokeTime },
  })[key]

/** A corrected address that is at the same place names its fields alone. */
const keyOf = ({ action, name, from, to }: OrderStep): string =>
  action === 'correct' && name
    ? `detail.step.correct.${from === to ? 'fields' : 'both'}`
    : `detail.step.${action}`
const fieldsOf = (names: string | null, t: T): string =>
  (names ?? '')
    .split(',')
    .map((name) => word(name, t))
    .join(t('list.comma'))

/** Moves of parcels, whose name is why. */
const MOVES: ReadonlySet<string> = new Set(['hold', 'lost', 'destroy'])
/** The other order is a link inside the sentence, wherever the language puts it. */
function StepText({ step, t }: { step: OrderStep; t: T }) {
  const mark = '\u0000'
  const done = t(keyOf(step), {
    count: Number(step.to),
    from: step.from ?? '',
    to: step.to ?? '',
    name: step.action === 'correct' ? fieldsOf(step.name, t) : (step.name ?? ''),
    other: mark,
  })
  const text =
    MOVES.has(step.action) && step.name ? t('detail.step.why', { done, why: step.name }) : done
  const [before = '', after] = text.split(mark)
  if (after === undefined) return text
  return (
    <>
      {before}
      {step.otherId && step.otherNumber ? (
        <Link to={orderPath(step.otherId)}>{step.otherNumber}</Link>
      ) : (
        t('detail.otherUnseen')
      )}
      {after}
    </>
  )
}
