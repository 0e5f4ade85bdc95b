import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../text/i18n.ts'

export interface FieldIssue {
  path: string
  label: string | null
  message: string
  /** What did not happen, where it is not saving that was refused. */
  heading?: ReactNode
}

/**
 * What is wrong with a form, on top of it; each line jumps to its field. What belongs to no field
 * comes first, under a heading of its own.
 */
export function ErrorSummary({
  issues,
  onJump,
}: {
  issues: readonly FieldIssue[]
  onJump: (path: string) => void
}) {
  const t = useT()
  const whole = issues.filter(({ path }) => path === '')
  const ofFields = issues.filter(({ path }) => path !== '')
  return (
    <>
      {whole.length > 0 && (
        <Alert
          type="error"
          className="py-summary"
          role="alert"
          title={whole[0]?.heading ?? t('form.refused')}
          description={whole.map(({ message }) => (
            <div key={message}>{message}</div>
          ))}
        />
      )}
      {ofFields.length > 0 && <OfFields issues={ofFields} onJump={onJump} />}
    </>
  )
}

function OfFields({ issues, onJump }: Parameters<typeof ErrorSummary>[0]) {
  const t = useT()
  return (
    <Alert
      type="error"
      className="py-summary"
      role="alert"
      title={issues[0]?.heading ?? t('form.issues', { count: issues.length })}
      description={
        <ul>
          {issues.map((issue) => (
            <li key={issue.path + issue.message}>
              {issue.label ? (
                <button type="button" onClick={() => onJump(issue.path)}>
                  {issue.label}
                </button>
              ) : null}
              {issue.label ? ' – ' : ''}
              {issue.message}
            </li>
          ))}
        </ul>
      }
    />
  )
}
