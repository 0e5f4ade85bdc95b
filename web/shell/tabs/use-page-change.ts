import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { NavigationType, type Location } from 'react-router'
import { isTyping } from '../../kit/platform/keys/keyed-fields.ts'
import { history } from '../app-history.ts'
import {
  newMemory,
  pageScrollers,
  pageTop,
  scrollBack,
  scrollPage,
  type PageMemory,
} from './page-memory.ts'

/** A page's own files and first answer may take a moment. */
const PATIENCE_MS = 3000

/**
 * What happens in addition to drawing when another page is shown. A new page starts at its top with the
 * focus on its heading, so that a screen reader announces the page; a tab comes back as it was left;
 * the back button finds the place on the page. Never on the first page, never out of a field, and a
 * person walking along the tabs stays in their row.
 */
export function usePageChange(tab: string, place: Location): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const memories = useRef(new Map<string, PageMemory>())
  const now = useRef({ tab, place })
  const first = useRef(true)
  const memoryOf = (id: string): PageMemory => {
    const known = memories.current.get(id) ?? newMemory()
    memories.current.set(id, known)
    return known
  }

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const listener = (event: Event) => {
      const part = event.target === document ? document.scrollingElement : event.target
      if (!(part instanceof Element) || !main.current) return
      const memory = memoryOf(now.current.tab)
      if (pageScrollers(main.current).includes(part))
        memory.steps.set(now.current.place.key, pageTop(main.current))
      else if (!main.current.contains(part) || !part.checkVisibility()) return
      memory.scrolled.set(part, { top: part.scrollTop, left: part.scrollLeft })
    }
    const focused = (event: FocusEvent) => {
      if (event.target instanceof HTMLElement && event.target.closest('.py-pane'))
        memoryOf(now.current.tab).focus = event.target
    }
    document.addEventListener('scroll', listener, { capture: true, passive: true })
    document.addEventListener('focusin', focused)
    return () => {
      document.removeEventListener('scroll', listener, { capture: true })
      document.removeEventListener('focusin', focused)
    }
  }, [])

  useLayoutEffect(() => {
    const before = now.current
    now.current = { tab, place }
    const switched = before.tab !== tab
    if (first.current || !main.current || (!switched && before.place.pathname === place.pathname)) {
      first.current = false
      return
    }
    const memory = memoryOf(tab)
    const known = switched && memory.scrolled.size > 0
    const requested = history.action === NavigationType.Pop ? (memory.steps.get(place.key) ?? 0) : 0
    // Before the page is painted, and not now: to scroll and to focus lay the new page out, which
    // would be one piece of work with drawing it.
    const left = new Map(memory.scrolled)
    let end: (() => void) | null = null
    const frame = requestAnimationFrame(() => {
      if (!main.current) return
      if (!known) scrollPage(main.current, 0)
      // What the coming page made of it meanwhile does not count.
      if (switched) for (const [part, at] of left) memory.scrolled.set(part, at)
      if (switched) scrollBack(memory)
      end = settleIn(main.current, {
        focus: switched ? memory.focus : null,
        scroll: () =>
          switched
            ? scrollBack(memory)
            : requested > 0 && main.current && scrollPage(main.current, requested),
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      end?.()
    }
  }, [tab, place])
  return main
}

/**
 * Once the page's heading is there: the scroll again, as far as it could not go before, and the
 * focus.
 */
function settleIn(
  main: HTMLElement,
  { focus, scroll }: { focus: HTMLElement | null; scroll: () => void },
): () => void {
  const start = Date.now()
  let timer: ReturnType<typeof setTimeout>
  const look = () => {
    const heading = main.querySelector<HTMLElement>('.py-pane[data-active] h1')
    if (heading) scroll()
    const at = document.activeElement
    if (
      at instanceof HTMLElement &&
      at !== main &&
      (isTyping(at) || main.contains(at) || at.closest('.py-tab-bar, .ant-modal, .ant-drawer'))
    )
      return
    if (focus?.isConnected && focus.checkVisibility()) return focus.focus({ preventScroll: true })
    if (heading) return heading.focus({ preventScroll: true })
    if (Date.now() - start < PATIENCE_MS) timer = setTimeout(look, 50)
  }
  look()
  return () => clearTimeout(timer)
}
