import { useEffect, useState } from 'react'

/** The header goes once the page was scrolled this far (specification §9). */
export const HIDES_AFTER_PX = 100
const HEADER_PX = 59
/** A part this much of the window high is the page to a person: a table that fills it, too. */
const PAGE_SHARE = 0.4

/**
 * Whether the header has given way: scrolled down past 100 px, until one scrolls up again. `page`
 * is another page: the header is back.
 */
export function useHeaderHidden(enabled: boolean, page: string): boolean {
  const [hidden, setHidden] = useState(false)
  useEffect(() => {
    setHidden(false)
    if (!enabled) return
    const seen = new WeakMap<Element, { top: number; room: number }>()
    const listener = (event: Event) => {
      const part = event.target === document ? document.scrollingElement : event.target
      if (
        !(part instanceof Element) ||
        part.clientHeight < window.innerHeight * PAGE_SHARE ||
        !(part.contains(document.querySelector('.py-main')) || part.closest('.py-main'))
      )
        return
      const { scrollTop: top, clientHeight: viewport } = part
      const before = seen.get(part) ?? { top: 0, room: viewport }
      seen.set(part, { top, room: viewport })
      // The header's own coming and going moves the end of the page, and with it the position of a user
      // there: no wish of theirs.
      if (before.room !== viewport) return
      // Where little is left to scroll, the room the header leaves would bring the page back over
      // the line.
      const enough = part.scrollHeight - viewport > HIDES_AFTER_PX + 2 * HEADER_PX
      if (top < before.top || top <= HIDES_AFTER_PX) setHidden(false)
      else if (top > before.top && enough) setHidden(true)
    }
    document.addEventListener('scroll', listener, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', listener, { capture: true })
  }, [enabled, page])
  return hidden
}
