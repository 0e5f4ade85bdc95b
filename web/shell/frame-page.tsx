import { ExportOutlined } from '@ant-design/icons'
import { useEffect } from 'react'
import { useT } from '../kit/i18n.ts'
import { PageHeader } from '../kit/page-header.tsx'
import { NotFound } from './exception.tsx'
import { withToken } from './menu.ts'

const isWebAddress = (url: string): boolean => /^(https?:)?\//.test(url)

/** A page of another application inside ours; only web addresses, never script, and the token only into our own house. */
export function FramePage({ title, url, token }: { title: string; url: string | null; token: string | null }) {
  const full = url ? withToken(url, token) : null
  if (!full || !isWebAddress(full)) return <NotFound />
  return <><PageHeader title={title}><OutLink url={full} /></PageHeader><iframe className="py-frame" title={title} src={full} referrerPolicy="no-referrer" /></>
}

/** An entry that belongs into a window of its own (wire.md §11.21), reached by its address: opens it, with a link where the browser held it back. */
export function OutsidePage({ title, url, token }: { title: string; url: string; token: string | null }) {
  const t = useT('shell')
  const full = withToken(url, token)
  useEffect(() => { window.open(full, '_blank', 'noopener,noreferrer') }, [full])
  return <><PageHeader title={title} /><p>{t('frame.opened')}</p><p><OutLink url={full} /></p></>
}

function OutLink({ url }: { url: string }) {
  const t = useT('shell')
  return <a href={url} target="_blank" rel="noreferrer"><ExportOutlined aria-hidden /> {t('frame.open')}</a>
}
