import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import { CleanMarkup } from '../../../kit/platform/clean-markup.tsx'
import './messages.css'

/**
 * A message's words as they go out. HTML was cleaned by the server and is cleaned once more here;
 * links open in a new tab.
 */
export default function MessageBody({ content, html }: { content: string; html: boolean }) {
  const clean = useMemo(() => {
    if (!html) return null
    const body = DOMPurify.sanitize(content, {
      USE_PROFILES: { html: true },
      FORBID_TAGS: ['style', 'img', 'form', 'input', 'button'],
      FORBID_ATTR: ['style', 'class', 'id'],
      RETURN_DOM_FRAGMENT: true,
    })
    for (const link of body.querySelectorAll('a')) {
      link.target = '_blank'
      link.rel = 'noopener noreferrer'
    }
    return body
  }, [content, html])
  return clean ? (
    <CleanMarkup markup={clean} className="msg-words" />
  ) : (
    <p className="msg-words msg-plain">{content}</p>
  )
}
