import { Button } from 'antd'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { ApiError } from '../kit/api.ts'
import { useT } from '../kit/i18n.ts'
import { setPageTitle } from '../kit/page-title.ts'
import { RequestId } from '../kit/request-id.tsx'
import { HOME } from './menu.ts'

type Kind = '403' | '404' | '500'

/** The three pages of things gone wrong: what it is, what to do, and the request id where there is one. */
export function Exception({ kind, requestId = null, retry }: { kind: Kind; requestId?: string | null; retry?: () => void }) {
  const t = useT('shell')
  const title = t(`exception.${kind}.title`)
  useEffect(() => setPageTitle(title), [title])
  return (
    <div className="py-exception" role={kind === '500' ? 'alert' : undefined}>
      <p className="py-exception-code" aria-hidden>{kind}</p>
      <h1 tabIndex={-1}>{title}</h1>
      <p>{t(`exception.${kind}.text`)}</p>
      <div className="py-empty-actions">
        {retry && <Button onClick={retry}>{t('action.retry')}</Button>}
        <Link to={HOME} className="py-button">{t('exception.home')}</Link>
      </div>
      {requestId && <RequestId id={requestId} />}
    </div>
  )
}

export const NotFound = () => <Exception kind="404" />
export const Forbidden = () => <Exception kind="403" />

/** A page that threw: refused calls get their own page, a file missing after a release asks for a reload. */
export function Broken({ error, retry }: { error: Error; retry: () => void }) {
  const t = useT('shell')
  if (error instanceof ApiError) return <Exception kind={error.status === 403 ? '403' : error.status === 404 ? '404' : '500'} requestId={error.requestId} retry={retry} />
  if (/dynamically imported module|module script failed|Failed to fetch|preload/i.test(error.message)) {
    return (
      <div className="py-exception" role="alert">
        <h1 tabIndex={-1}>{t('exception.outdated.title')}</h1>
        <p>{t('exception.outdated.text')}</p>
        <div className="py-empty-actions"><Button type="primary" onClick={() => window.location.reload()}>{t('exception.reload')}</Button></div>
      </div>
    )
  }
  return <Exception kind="500" retry={retry} />
}
