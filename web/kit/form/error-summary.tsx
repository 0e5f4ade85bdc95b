import { Alert } from 'antd'
import { useT } from '../text/i18n.ts'

export interface FieldIssue {
  path: string
  label: string | null
  message: string
}

/** What is wrong with a form, on top of it; each line jumps to its field. */
export function ErrorSummary({
  issues,
  onJump,
}: {
  issues: readonly FieldIssue[]
  onJump: (path: string) => void
}) {
  const t = useT()
  if (issues.length === 0) return null
  return (
    <Alert
      type="error"
      className="py-summary"
      role="alert"
      title={t('form.issues', { count: issues.length })}
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
