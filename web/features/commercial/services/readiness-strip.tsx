import { CheckCircleFilled, ExclamationCircleFilled, InfoCircleOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import type { Out } from '#contracts/kit/endpoint.ts'
import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { ALL_ORDERS } from '#contracts/orders/kinds/kinds.ts'
import type { ReadinessItem, serviceDesk, ServicePart } from '#contracts/commercial/services.ts'
import { Can } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** What is missing until a service can be sold; each item leads to where it is mended. */
export function ReadinessStrip({
  serviceId,
  found,
  onGo,
}: {
  serviceId: string
  found: Out<typeof serviceDesk.readiness> | undefined
  onGo: (part: ServicePart) => void
}) {
  const t = useT('services')
  if (!found) return <div className="svc-strip" aria-busy />
  const missing = found.items.filter(({ level }) => level === 'missing')
  const advice = found.items.filter(({ level }) => level === 'advice')
  return (
    <div className="svc-strip" data-ready={found.ready || undefined} role="status">
      <strong>
        {found.ready ? <CheckCircleFilled /> : <ExclamationCircleFilled />}
        {found.ready ? t('ready.yes') : t('ready.no', { count: missing.length })}
      </strong>
      {missing.length > 0 && <Items items={missing} onGo={onGo} />}
      {found.ready && (
        <Can action={orderPerms('add')}>
          <Link className="svc-order" to={`${ALL_ORDERS}?new=1&service=${serviceId}`}>
            {t('ready.order')}
          </Link>
        </Can>
      )}
      {advice.length > 0 && (
        <div className="svc-advice">
          <span>
            <InfoCircleOutlined /> {t('ready.advice')}
          </span>
          <Items items={advice} onGo={onGo} />
        </div>
      )}
    </div>
  )
}

function Items({
  items,
  onGo,
}: {
  items: readonly ReadinessItem[]
  onGo: (part: ServicePart) => void
}) {
  return (
    <ul>
      {items.map(({ text, part, link }) => (
        <li key={text}>
          {link ? (
            <Link to={link}>{text}</Link>
          ) : part ? (
            <button type="button" onClick={() => onGo(part)}>
              {text}
            </button>
          ) : (
            text
          )}
        </li>
      ))}
    </ul>
  )
}
