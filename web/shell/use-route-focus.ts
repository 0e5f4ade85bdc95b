import { useEffect, useRef, type RefObject } from 'react'

/** After a change of page the focus goes to its heading, so that a screen reader says where one is; never on the first page and never out of a field. */
export function useRouteFocus(pathname: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    const start = Date.now()
    let timer: ReturnType<typeof setTimeout>
    // The page's file may still be on its way.
    const look = () => {
      const heading = main.current?.querySelector('h1')
      const busy = document.activeElement instanceof HTMLElement && main.current?.contains(document.activeElement) && document.activeElement !== main.current
      if (busy) return
      if (heading) return heading.focus({ preventScroll: true })
      if (Date.now() - start < 3000) timer = setTimeout(look, 50)
    }
    look()
    main.current?.scrollTo({ top: 0 })
    return () => clearTimeout(timer)
  }, [pathname])
  return main
}
