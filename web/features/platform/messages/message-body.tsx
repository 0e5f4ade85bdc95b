import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import './messages.css'

/**
 * A message's words as they go out. HTML was cleaned by the server and is cleaned once more here;
 * links open beside.
 */
export default function MessageBody({ content, html }: { content: string; html: boolean }) {
  const clean = useMemo(() => {
    if (!html) return ''
    const body = DOMPurify.sanitize(content, {
      USE_PROFILES: { html: true },
      FORBID_TAGS: ['style', 'img', 'form', 'input', 'button'],
      FORBID_ATTR: ['style', 'class', 'id'],
      RETURN_DOM: true,
    }) as HTMLElement
    for (const link of body.querySelectorAll('a')) {
      link.target = '_blank'
      link.rel = 'noopener noreferrer'
    }
    return body.innerHTML
  }, [content, html])
  return html ? (
    <div className="msg-words" dangerouslySetInnerHTML={{ __html: clean }} />
  ) : (
    <p className="msg-words msg-plain">{content}</p>
  )
}
