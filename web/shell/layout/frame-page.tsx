import { ExportOutlined } from '@ant-design/icons'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../kit/text/i18n.ts'
import { PageHeader } from '../../kit/platform/page-header.tsx'
import { NotFound } from './exception.tsx'
import { withToken } from './menu.ts'
import { openTab } from '../../kit/platform/open-tab.ts'

const isWebAddress = (url: string): boolean => /^(https?:)?\//.test(url)

/**
 * A page of another application inside ours; only web addresses, never script, and the token only
 * into our own house. Which houses may be shown is the server's policy (FRAME_SOURCES); where it
 * refuses, a link leads there instead.
 */
export function FramePage({
  title,
  url,
  token,
}: {
  title: string
  url: string | null
  token: string | null
}) {
  const t = useT('shell')
  const full = url ? withToken(url, token) : null
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    if (!full) return
    const origin = new URL(full, window.location.origin).origin
    const listener = (event: SecurityPolicyViolationEvent) => {
      if (event.effectiveDirective === 'frame-src' && event.blockedURI.startsWith(origin))
        setRefused(true)
    }
    document.addEventListener('securitypolicyviolation', listener)
    return () => document.removeEventListener('securitypolicyviolation', listener)
  }, [full])
  if (!full || !isWebAddress(full)) return <NotFound />
  return (
    <>
      <PageHeader title={title}>
        <OutLink url={full} />
      </PageHeader>
      {refused ? (
        <p role="alert">{t('frame.refused')}</p>
      ) : (
        <iframe
          className="py-frame"
          title={title}
          src={full}
          referrerPolicy="no-referrer"
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
        />
      )}
    </>
  )
}

/**
 * An entry that belongs into a window of its own (wire.md §11.21), reached by its address: opens
 * it, with a link where the browser held it back.
 */
export function OutsidePage({
  title,
  url,
  token,
}: {
  title: string
  url: string
  token: string | null
}) {
  const t = useT('shell')
  const full = withToken(url, token)
  const opened = useRef('')
  useEffect(() => {
    // Coming back to its tab is no wish for another window.
    if (opened.current === full) return
    opened.current = full
    void openTab(full, 'noopener,noreferrer')
  }, [full])
  return (
    <>
      <PageHeader title={title}>
        <OutLink url={full} />
      </PageHeader>
      <p>{t('frame.opened')}</p>
    </>
  )
}

function OutLink({ url }: { url: string }) {
  const t = useT('shell')
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <ExportOutlined aria-hidden /> {t('frame.open')}
    </a>
  )
}
