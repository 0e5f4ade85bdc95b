import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import type { LabelElement } from '#contracts/commercial/labels/document.ts'
import type { Finding } from '#contracts/commercial/labels/findings.ts'
import type { ApiError } from '../../../../kit/http/api.ts'
import { ErrorNote } from '../../../../kit/platform/empty.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { elementTitle } from './element-words.ts'

/** What a check found, errors first; each leads to its element. */
export function ChecksPanel({
  findings,
  elements,
  waiting,
  error,
  onSelect,
}: {
  /** Null: not checked yet. */
  findings: readonly Finding[] | null
  elements: readonly LabelElement[]
  waiting: boolean
  error: ApiError | null
  onSelect: (id: string) => void
}) {
  const t = useT('label-designer')
  const fields = useT('label-fields')
  const sorted = [...(findings ?? [])].toSorted((a, b) =>
    a.severity === b.severity ? 0 : a.severity === 'error' ? -1 : 1,
  )
  return (
    <div className="lbl-checks" aria-busy={waiting}>
      <p className="lbl-state" role="status">
        {waiting
          ? t('checks.waiting')
          : findings && findings.length === 0
            ? t('checks.fine')
            : findings
              ? t('checks.sum', countOf(findings))
              : ''}
      </p>
      {error && <ErrorNote error={error} />}
      {!waiting && findings?.length === 0 && (
        <p className="lbl-fine">
          <CheckCircleFilled /> {t('checks.fine.what')}
        </p>
      )}
      <ul>
        {sorted.map((one, at) => {
          const element = elements.find(({ id }) => id === one.elementId)
          const words = (
            <>
              {one.severity === 'error' ? <CloseCircleFilled /> : <ExclamationCircleFilled />}
              <span>
                <strong>{element ? elementTitle(element, t, fields) : t('checks.whole')}</strong>
                <span className="py-hidden">{t(`severity.${one.severity}`)}</span>
                <span>{one.message}</span>
              </span>
            </>
          )
          return (
            <li key={`${one.code}/${one.elementId}/${at}`} data-severity={one.severity}>
              {element ? (
                <button type="button" onClick={() => onSelect(element.id)}>
                  {words}
                </button>
              ) : (
                <div>{words}</div>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

export const countOf = (findings: readonly Finding[]): { errors: number; warnings: number } => {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  return { errors, warnings: findings.length - errors }
}
