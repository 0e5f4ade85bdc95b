import { useEffect, useRef, type RefObject } from 'react'
import { isPagesList } from '../../../kit/platform/keys/keyed-fields.ts'

/**
 * The box a station's scans go to: it has the focus whenever nothing else needs it, so that slow
 * scanners and typed numbers land there too. Not where a finger would make a keyboard pop up: there
 * the page receives scans by itself. A list of the page that closes, with a choice or without, is
 * left: the next scan is the station's.
 */
export function useScanBox(): { ref: RefObject<HTMLDivElement | null>; focus: () => void } {
  const ref = useRef<HTMLDivElement>(null)
  const focus = () => ref.current?.querySelector('input')?.focus({ preventScroll: true })
  useEffect(leaveClosedLists, [])
  useEffect(() => {
    if (!window.matchMedia('(pointer: fine)').matches) return
    focus()
    const left = () =>
      setTimeout(() => {
        const idle = document.activeElement === null || document.activeElement === document.body
        if (
          idle &&
          !document.querySelector('.ant-modal-wrap') &&
          !window.getSelection()?.toString()
        )
          focus()
      })
    document.addEventListener('focusout', left)
    document.addEventListener('mouseup', left)
    return () => {
      document.removeEventListener('focusout', left)
      document.removeEventListener('mouseup', left)
    }
  }, [])
  return { ref, focus }
}

function leaveClosedLists(): () => void {
  const closed = new MutationObserver(() => {
    const at = document.activeElement
    if (
      at instanceof HTMLElement &&
      at.getAttribute('aria-expanded') === 'false' &&
      isPagesList(at)
    )
      at.blur()
  })
  closed.observe(document.body, { subtree: true, attributeFilter: ['aria-expanded'] })
  return () => closed.disconnect()
}
