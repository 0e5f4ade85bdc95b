import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ApiError } from '../../kit/http/api-error.ts'
import { useT } from '../../kit/text/i18n.ts'
import { setPageTitle } from '../../kit/platform/page-title.ts'
import { RequestId } from '../../kit/http/request-id.tsx'
import { HOME } from './menu.ts'
import { ReportProblem } from '../report-problem.tsx'
import { handleMissingFile, isMissingFile } from '../stale-build.ts'

type Kind = '403' | '404' | '500'

/**
 * The three pages of things gone wrong: what it is, what to do, and the request id where there is
 * one.
 */
export function Exception({
  kind,
  requestId = null,
  retry,
}: {
  kind: Kind
  requestId?: string | null
  retry?: () => void
}) {
  const t = useT('shell')
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const title = t(`exception.${kind}.title`)
  useEffect(() => setPageTitle(title), [title])
  return (
    <div className="py-exception" role={kind === '500' ? 'alert' : undefined}>
      <p className="py-exception-code" aria-hidden>
        {kind}
      </p>
      <h1 tabIndex={-1}>{title}</h1>
      <p>{t(`exception.${kind}.text`)}</p>
      <div className="py-empty-actions">
        {retry && <Button onClick={retry}>{t('action.retry')}</Button>}
        {/* A page opened on its own has nothing to go back to. */}
        {!retry && window.history.length > 1 && (
          <Button onClick={() => void navigate(-1)}>{t('exception.back')}</Button>
        )}
        <Link to={HOME} className="py-button">
          {t('exception.home')}
        </Link>
        <Button onClick={() => setAsking(true)}>{t('report.open')}</Button>
      </div>
      {requestId && <RequestId id={requestId} />}
      {asking && <ReportProblem requestId={requestId} onClose={() => setAsking(false)} />}
    </div>
  )
}

export const NotFound = () => <Exception kind="404" />
export const Forbidden = () => <Exception kind="403" />

/** A page that threw: refused calls get their own page, a file that could not be had shows why. */
export function Broken({ error, retry }: { error: Error; retry: () => void }) {
  if (error instanceof ApiError)
    return (
      <Exception
        kind={error.status === 403 ? '403' : error.status === 404 ? '404' : '500'}
        requestId={error.requestId}
        retry={retry}
      />
    )
  return isMissingFile(error) ? (
    <Outdated error={error} retry={retry} />
  ) : (
    <Exception kind="500" retry={retry} />
  )
}

/**
 * A new version is taken up by itself, once; the person decides where entries would be lost or it
 * did not help; else the line is broken.
 */
function Outdated({ error, retry }: { error: Error; retry: () => void }) {
  const t = useT('shell')
  const [why, setWhy] = useState<'reloading' | 'reload' | 'unreachable' | null>(null)
  useEffect(() => {
    void handleMissingFile().then(setWhy)
  }, [error])
  if (why === null) return null
  return (
    <div className="py-exception" role="alert">
      <h1 tabIndex={-1}>{t(why === 'unreachable' ? 'unreachable.title' : 'outdated.title')}</h1>
      <p>{t(why === 'unreachable' ? 'unreachable.text' : `outdated.${why}`)}</p>
      {why !== 'reloading' && (
        <div className="py-empty-actions">
          <Button
            type="primary"
            onClick={why === 'unreachable' ? retry : () => window.location.reload()}
          >
            {t(why === 'unreachable' ? 'action.retry' : 'exception.reload')}
          </Button>
        </div>
      )}
    </div>
  )
}
