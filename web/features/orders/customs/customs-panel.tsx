import { CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import { Spin } from 'antd'
import { use } from 'react'
import type { Finding } from '#contracts/orders/customs/customs.calls.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { CustomsContext } from './findings.tsx'
import './customs.css'

/**
 * Errors and warnings of the customs check while the order is written; a click leads to the field.
 * Unless `always`, only of an order that crosses a customs border.
 */
export function CustomsPanel({ jump, always }: { jump: (path: string) => void; always: boolean }) {
  const t = useT('customs')
  const { verdict, asking } = use(CustomsContext)
  if (!always && !verdict?.needed) return null
  return (
    <aside className="customs-panel" aria-label={t('panel')} aria-busy={asking}>
      <h2>
        {t('panel')}
        {asking && (
          <span role="status" aria-label={t('checking')}>
            <Spin size="small" />
          </span>
        )}
      </h2>
      {verdict ? (
        <Findings verdict={verdict} jump={jump} />
      ) : (
        !asking && <p className="py-none">{t('waits')}</p>
      )}
    </aside>
  )
}

export function Findings({
  verdict,
  jump,
}: {
  verdict: { needed: boolean; findings: readonly Finding[] }
  jump?: (path: string) => void
}) {
  const t = useT('customs')
  if (!verdict.needed) return <p className="py-none">{t('notNeeded')}</p>
  if (verdict.findings.length === 0)
    return (
      <p className="customs-good" role="status">
        {t('good')}
      </p>
    )
  return (
    <ul className="customs-findings" aria-live="polite">
      {verdict.findings.map((one) => (
        <li key={`${one.path} ${one.code}`} className={`customs-${one.severity}`}>
          {one.severity === 'error' ? (
            <CloseCircleFilled aria-label={t('error')} />
          ) : (
            <ExclamationCircleFilled aria-label={t('warning')} />
          )}
          {jump ? (
            <button type="button" onClick={() => jump(one.path)}>
              {one.message}
            </button>
          ) : (
            <span>{one.message}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
