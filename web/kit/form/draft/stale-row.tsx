import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { Moment } from '../../platform/cells.tsx'
import { useT } from '../../text/i18n.ts'

/** One field both versions differ in; `mine` null where only the other person changed it. */
export interface StaleLine {
  key: string
  label: string
  mine: ReactNode | null
  theirs: ReactNode
}
interface StaleRowProps {
  by: string
  at: string | null
  lines: readonly StaleLine[]
  onTheirs: () => void
  onMine: () => void
}

/**
 * Another user saved first: both versions side by side where they differ, and the choice. What the
 * user did not touch stays as they saved it either way.
 */
export function StaleRow({ by, at, lines, onTheirs, onMine }: StaleRowProps) {
  const t = useT()
  return (
    <Alert
      type="warning"
      className="py-summary"
      role="alert"
      title={t('stale.title', { by })}
      description={
        <>
          {at && (
            <p>
              <Moment at={at} />
            </p>
          )}
          <table className="py-compare">
            <thead>
              <tr>
                <td />
                <th scope="col">{t('stale.mine')}</th>
                <th scope="col">{t('stale.theirs')}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.key}>
                  <th scope="row">{line.label}</th>
                  <td>
                    {line.mine === null ? (
                      <span className="py-none">{t('stale.untouched')}</span>
                    ) : (
                      line.mine || '–'
                    )}
                  </td>
                  <td>{line.theirs || '–'}</td>
                </tr>
              ))}
              {lines.length === 0 && (
                <tr>
                  <td colSpan={3}>{t('stale.same')}</td>
                </tr>
              )}
            </tbody>
          </table>
          <div className="py-empty-actions">
            <Button onClick={onTheirs}>{t('stale.takeTheirs')}</Button>
            <Button type="primary" onClick={onMine}>
              {t('stale.keepMine')}
            </Button>
          </div>
        </>
      }
    />
  )
}
