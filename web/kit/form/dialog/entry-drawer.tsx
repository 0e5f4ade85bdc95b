import { Button, Drawer, Form } from 'antd'
import { useId, type ReactNode } from 'react'
import { useT } from '../../text/i18n.ts'
import { useKeys } from '../../platform/use-keys.ts'
import type { Entry } from '../use-entry.tsx'

/** A drawer with one long form; a click outside closes it only while nothing was entered. */
export function EntryDrawer<V extends object>(props: {
  entry: Entry<V>
  title: string
  okText?: string
  /** Width in pixels; 640 without. */
  size?: number
  /** Class of the form, where its fields do not stand below each other. */
  className?: string
  onClose: () => void
  children: ReactNode
}) {
  const { entry, onClose } = props
  const t = useT()
  const formId = useId()
  useKeys({ Escape: onClose }, { modal: true })
  return (
    <Drawer
      open
      size={props.size ?? 640}
      onClose={onClose}
      keyboard={false}
      mask={{ closable: !entry.changed }}
      rootClassName="py-drawer"
      title={props.title}
      footer={
        <div className="py-drawer-footer">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="primary" htmlType="submit" form={formId} loading={entry.busy}>
            {props.okText ?? t('action.save')}
          </Button>
        </div>
      }
    >
      <Form<V> {...entry.props} id={formId} layout="vertical" className={props.className}>
        {entry.notes}
        {props.children}
      </Form>
    </Drawer>
  )
}
