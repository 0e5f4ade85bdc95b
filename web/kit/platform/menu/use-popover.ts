import { useRef, useState, type MouseEvent, type Ref } from 'react'

export interface Popover {
  open: boolean
  close: () => void
  /** For the button that opens and closes. */ button: {
    ref: Ref<HTMLButtonElement>
    onPointerDown: () => void
    onClick: (event: MouseEvent) => void
  }
}

/**
 * A popup below a button. Pressing anywhere else closes it, and so does pressing the button: at
 * pointer down. The click that follows that press must not open it again; any other click opens it.
 */
export function usePopover(): Popover {
  const [open, setOpen] = useState(false)
  const element = useRef<HTMLButtonElement>(null)
  const press = useRef<'none' | 'down' | 'closed'>('none')
  const close = () => {
    if (press.current === 'down') press.current = 'closed'
    // The focus inside would be lost.
    if (document.activeElement?.closest('.ant-dropdown')) element.current?.focus()
    setOpen(false)
  }
  const onClick = (event: MouseEvent) => {
    event.stopPropagation()
    // Keys and readers click without a press.
    const closed = press.current === 'closed' && event.detail > 0
    press.current = 'none'
    if (!closed) setOpen(true)
  }
  return {
    open,
    close,
    button: {
      ref: element,
      onPointerDown: () => {
        press.current = 'down'
      },
      onClick,
    },
  }
}
