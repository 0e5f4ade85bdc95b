import { Button } from 'antd'
import { useState } from 'react'
import type { account } from '#contracts/platform/session/account.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { formatMoment } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'

type Line = Out<typeof account.activity>['signIns'][number]
const FIRST = 6

/** Lines of the log about the user, the newest first; the rest on wish. */
export function ActivityList({
  lines,
  kind,
}: {
  lines: readonly Line[]
  kind: 'signIn' | 'operation'
}) {
  const t = useT('account')
  const [all, setAll] = useState(false)
  if (lines.length === 0) return <p className="acc-note">{t('center.nothing')}</p>
  const words = (line: Line) => {
    if (kind === 'signIn' && line.actor) return t('log.actedAs', { actor: line.actor })
    if (kind === 'signIn') return t(line.outcome === 'ok' ? 'log.signedIn' : 'log.refused')
    return line.what
  }
  return (
    <>
      <ul className="acc-rows">
        {lines.slice(0, all ? lines.length : FIRST).map((line) => (
          <li key={line.id}>
            <div>
              {words(line)}
              <small>
                {[formatMoment(line.at), line.ip, kind === 'operation' ? line.actor : null]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </div>
            {kind === 'signIn' && line.outcome !== 'ok' && (
              <StatusTag tone="bad">{t('log.failed')}</StatusTag>
            )}
          </li>
        ))}
      </ul>
      {lines.length > FIRST && !all && (
        <Button type="link" size="small" className="py-link" onClick={() => setAll(true)}>
          {t('log.more', { count: lines.length - FIRST })}
        </Button>
      )}
    </>
  )
}
