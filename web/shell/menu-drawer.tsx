import { Drawer } from 'antd'
import type { ReactNode } from 'react'

/** The menu on small screens. */
export default function MenuDrawer({ open, title, onClose, children }: { open: boolean; title: string; onClose: () => void; children: ReactNode }) {
  return <Drawer placement="left" open={open} onClose={onClose} size={280} title={title} styles={{ body: { padding: 0 } }}>{children}</Drawer>
}
