import { PageHeader } from '../kit/page-header.tsx'
import { NotFound } from './exception.tsx'
import { withToken } from './menu.ts'

/** A page of another application inside ours; only web addresses, never script. */
export function FramePage({ title, url, token }: { title: string; url: string | null; token: string | null }) {
  const full = url ? withToken(url, token) : null
  if (!full || !/^(https?:)?\//.test(full)) return <NotFound />
  return <><PageHeader title={title} /><iframe className="py-frame" title={title} src={full} referrerPolicy="no-referrer" /></>
}
