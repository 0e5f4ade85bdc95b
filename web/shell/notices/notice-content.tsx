import DOMPurify from 'dompurify'
import { useMemo, type MouseEvent } from 'react'
import { CleanMarkup } from '../../kit/platform/clean-markup.tsx'
import {
  CONTENT_ATTRIBUTES,
  CONTENT_TAGS,
  PAGE_LINK,
} from '#contracts/platform/messaging/notices.content.ts'

/**
 * Cleaned again where it is shown: what came past the server's cleaning in whatever way acts here
 * no more.
 */
export function purified(html: string): DocumentFragment {
  const content = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: CONTENT_TAGS,
    ALLOWED_ATTR: CONTENT_ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
  for (const link of content.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? ''
    if (!PAGE_LINK.test(href)) link.removeAttribute('href')
    if (!href.startsWith('/')) {
      link.setAttribute('target', '_blank')
      link.setAttribute('rel', 'noopener noreferrer nofollow')
    }
  }
  return content
}

/** The text of an announcement; links to our own pages are gone to inside the page. */
export default function NoticeContent({
  html,
  onLink,
}: {
  html: string
  onLink: (page: string) => void
}) {
  const clean = useMemo(() => purified(html), [html])
  const follow = (event: MouseEvent) => {
    const href =
      event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : null
    if (!href?.startsWith('/') || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onLink(href)
  }
  return <CleanMarkup className="py-notice-text" onClick={follow} markup={clean} />
}
