import { fbaOrders } from '#contracts/orders/fba/fba.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { nameOfAccount } from '../../../kit/session/account-names.ts'
import { useT, type T } from '../../../kit/text/i18n.ts'
import { CartonLabels } from './carton-labels.tsx'
import { Readiness } from './readiness.tsx'

/** Below an order's delivery: what it lacks, its cartons with their labels, and its changes. */
export default function FbaAside({ id }: { id: string }) {
  const t = useT('fba')
  return (
    <>
      <section className="py-details">
        <h3>
          {t('section.cartons')} <Readiness id={id} whole />
        </h3>
        <CartonLabels id={id} />
      </section>
      <History id={id} />
    </>
  )
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'object' ? '…' : String(value)
const lineOf = (t: T, [field, [before, after]]: [string, [unknown, unknown]]): string =>
  `${t(field)}: ${textOf(before)} → ${textOf(after)}`

function History({ id }: { id: string }) {
  const t = useT('fba')
  const ofField = useT('fba-orders')
  const found = useApi(fbaOrders.history, { id })
  return (
    <section className="py-details">
      <h3>{t('section.history')}</h3>
      {found.data?.length === 0 && <p className="py-hint">{t('history.none')}</p>}
      <ul className="fba-history">
        {(found.data ?? []).map((change) => (
          <li key={change.at}>
            <Moment at={change.at} /> {nameOfAccount(change.createBy)}
            <br />
            <small>
              {Object.entries(change.changes)
                .map((one) => lineOf(ofField, one))
                .join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
