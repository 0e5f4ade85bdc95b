import { useEffect, useState } from 'react'

/** The header goes once the page was scrolled this far (specification §9). */
export const HIDES_AFTER_PX = 100
const HEADER_PX = 59
/** A part this much of the window high is the page to a person: a table that fills it, too. */
const PAGE_SHARE = 0.4

/** Whether the header has given way: scrolled down past 100 px, until one scrolls up again. `page` is another page: the header is back. */
export function useHeaderHidden(enabled: boolean, page: string): boolean {
  const [hidden, setHidden] = useState(false)
  useEffect(() => {
    setHidden(false)
    if (!enabled) return
    const tops = new WeakMap<Element, number>()
    const heard = (event: Event) => {
      const part = event.target === document ? document.scrollingElement : event.target
      if (!(part instanceof Element) || part.clientHeight < window.innerHeight * PAGE_SHARE || !(part.contains(document.querySelector('.py-main')) || part.closest('.py-main'))) return
      const before = tops.get(part) ?? 0
      const top = part.scrollTop
      tops.set(part, top)
      // Where little is left to scroll, the room the header leaves would scroll the page back and bring the header again.
      const enough = part.scrollHeight - part.clientHeight > HIDES_AFTER_PX + 2 * HEADER_PX
      if (top < before || top <= HIDES_AFTER_PX) setHidden(false)
      else if (top > before && enough) setHidden(true)
    }
    document.addEventListener('scroll', heard, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', heard, { capture: true })
  }, [enabled, page])
  return hidden
}
