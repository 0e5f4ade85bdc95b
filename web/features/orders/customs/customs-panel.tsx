import { CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import { Spin } from 'antd'
import { use } from 'react'
import type { Border, Finding } from '#contracts/orders/customs/customs.calls.ts'
import { useDict } from '../../../kit/http/dict.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { CustomsContext, markOf } from './findings.tsx'
import './customs.css'

/**
 * Errors and warnings of the customs check while the order is written; a click leads to the field.
 * Unless they refuse the confirmation, only of an order that crosses a customs border.
 */
export function CustomsPanel({ jump }: { jump: (path: string) => void }) {
  const t = useT('customs')
  const { verdict, asking, strict } = use(CustomsContext)
  if (!strict && !verdict?.needed) return null
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
        <Findings verdict={verdict} strict={strict} jump={jump} />
      ) : (
        !asking && <p className="py-none">{t('waits')}</p>
      )}
    </aside>
  )
}

export function Findings({
  verdict,
  strict,
  printed = false,
  jump,
}: {
  verdict: { needed: boolean; border: Border; findings: readonly Finding[] }
  /** Errors refuse the confirmation. */
  strict: boolean
  /** A label was printed: what is missing comes with a correction. */
  printed?: boolean
  jump?: (path: string) => void
}) {
  const t = useT('customs')
  const countries = useDict('country')
  const country = (code: string) => countries.find(({ value }) => value === code)?.text ?? code
  const { needed, border } = verdict
  if (!needed) return <p className="py-none">{t('notNeeded')}</p>
  const why = border && (
    <p className="py-none">
      {t(`border.${border.of}`, { from: country(border.from), to: country(border.to) })}
    </p>
  )
  if (verdict.findings.length === 0)
    return (
      <>
        {why}
        <p className="customs-good" role="status">
          {t('good')}
        </p>
      </>
    )
  return (
    <>
      {why}
      {!strict && verdict.findings.some(({ severity }) => severity === 'error') && (
        <p className="py-none">{t(printed ? 'advice.printed' : 'advice')}</p>
      )}
      <ul className="customs-findings" aria-live="polite">
        {verdict.findings.map((one) => (
          <li key={`${one.path} ${one.code}`} className={`customs-${markOf(one, strict)}`}>
            {markOf(one, strict) === 'error' ? (
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
    </>
  )
}
