import { Button } from 'antd'
import type { ReactNode } from 'react'
import { ApiError } from '../http/api.ts'
import { currentSession } from '../session/session.ts'
import { useT } from '../text/i18n.ts'
import { reasonOf } from '../http/notify.tsx'
import { RequestId } from '../http/request-id.tsx'

/**
 * nothing: the list has no rows at all; noMatch: the filters exclude all of them; forbidden: not
 * for this user; allclear: work that is done.
 */
export type EmptyKind = 'nothing' | 'noMatch' | 'forbidden' | 'allclear'

const onPlatform = (): boolean => {
  const { tenant, user } = currentSession()
  return tenant === '0' && (user?.relTenantIds.split(',').includes('0') ?? false)
}

/** Why there is nothing to see, once, and what to do next. */
export function Empty({
  kind,
  title,
  hint,
  children,
}: {
  kind: EmptyKind
  title?: ReactNode
  hint?: ReactNode
  children?: ReactNode
}) {
  const t = useT()
  // Who runs the platform has no administrator to ask: a company's page needs that company.
  const key =
    kind === 'forbidden' && onPlatform() ? 'empty.forbidden.platform' : `empty.${kind}.hint`
  const next = hint ?? (title === undefined && t.has(key) && t(key))
  return (
    <div className="py-empty">
      <EmptyPicture kind={kind} />
      <p className="py-empty-title">{title ?? t(`empty.${kind}`)}</p>
      {next && <p className="py-empty-hint">{next}</p>}
      {children && <div className="py-empty-actions">{children}</div>}
    </div>
  )
}

function EmptyPicture({ kind }: { kind: EmptyKind }) {
  return (
    <svg
      width="48"
      height="48"
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden
    >
      {kind === 'nothing' && (
        <path d="M6 15 24 6l18 9v18l-18 9-18-9V15Zm0 0 18 9 18-9M24 24v18M15 10.5l18 9" />
      )}
      {kind === 'noMatch' && (
        <path d="M21 36a15 15 0 1 0 0-30 15 15 0 0 0 0 30Zm11-4 10 10M15 21h12" />
      )}
      {kind === 'allclear' && (
        <path d="M24 42a18 18 0 1 0 0-36 18 18 0 0 0 0 36Zm-8-18 6 6 11-12" />
      )}
      {kind === 'forbidden' && <path d="M12 21h24v20H12V21Zm5 0v-6a7 7 0 0 1 14 0v6M24 29v5" />}
    </svg>
  )
}

/**
 * A failure in place of content: cause, retry, request id. A 403 is shown as missing permission.
 */
export function ErrorNote({ error, retry }: { error: unknown; retry?: () => void }) {
  const t = useT()
  if (error instanceof ApiError && error.status === 403) {
    return (
      <Empty kind="forbidden">
        <Button onClick={() => window.history.back()}>{t('action.back')}</Button>
        {error.requestId && <RequestId id={error.requestId} />}
      </Empty>
    )
  }
  return (
    <div className="py-empty" role="alert">
      <p className="py-empty-title">{t('failure.loading')}</p>
      <p className="py-empty-hint">{reasonOf(error, t)}</p>
      <div className="py-empty-actions">
        {retry && <Button onClick={retry}>{t('action.retry')}</Button>}
        {error instanceof ApiError && error.requestId && <RequestId id={error.requestId} />}
      </div>
    </div>
  )
}
