import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useState, type ReactNode } from 'react'
import { usePhone } from '../use-timing.ts'

/** What is done seldom: next to the rest, or on a phone behind one button. */
export function MoreActions({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  if (!usePhone()) return <>{children}</>
  return (
    <Popover
      trigger="click"
      placement="topRight"
      open={open}
      onOpenChange={setOpen}
      content={
        // Dialogs of these buttons are theirs: they stay while this closes.
        <div className="py-more-actions" role="presentation" onClick={() => setOpen(false)}>
          {children}
        </div>
      }
    >
      <Button icon={<EllipsisOutlined />} aria-label={label} title={label} />
    </Popover>
  )
}
