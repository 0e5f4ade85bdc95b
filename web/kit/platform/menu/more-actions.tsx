import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { Children, useRef, useState, type ReactNode } from 'react'
import { useKeys } from '../use-keys.ts'
import { usePhone } from '../use-timing.ts'

/** What is done seldom: behind one button next to the rest; no button where there is nothing. */
export function MoreActions({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const phone = usePhone()
  const button = useRef<HTMLButtonElement>(null)
  const actions = useRef<HTMLDivElement>(null)
  useKeys(
    {
      Escape: () => {
        setOpen(false)
        button.current?.focus()
      },
    },
    { enabled: open },
  )
  if (Children.toArray(children).length === 0) return null
  return (
    <Popover
      trigger="click"
      placement="topRight"
      open={open}
      onOpenChange={setOpen}
      afterOpenChange={(isOpen) => {
        if (isOpen)
          actions.current?.querySelector<HTMLElement>('button:not([disabled]), a')?.focus()
      }}
      content={
        // Dialogs of these buttons are theirs: they stay while this closes.
        <div
          ref={actions}
          className="py-more-actions"
          role="presentation"
          onClick={() => setOpen(false)}
        >
          {children}
        </div>
      }
    >
      <Button ref={button} icon={<EllipsisOutlined />} aria-label={label} title={label}>
        {phone ? null : label}
      </Button>
    </Popover>
  )
}
