import { Form, Modal } from 'antd'
import { useId, type ReactNode } from 'react'
import { useT } from '../../text/i18n.ts'
import { closeAsked, useUnsavedScope } from '../../platform/unsaved.ts'
import type { Entry } from '../use-entry.tsx'

/** A dialog with one short form; its button sends it, and it asks before entries are lost. */
export function EntryModal<V extends object>(props: {
  entry: Entry<V>
  title: string
  okText: string
  /** Wider than a short form: one with a table. */
  width?: number
  onClose: () => void
  children: ReactNode
}) {
  const { entry } = props
  const t = useT()
  const tab = useUnsavedScope()
  const formId = useId()
  return (
    <Modal
      open
      title={props.title}
      okText={props.okText}
      {...(props.width === undefined ? {} : { width: props.width })}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: entry.busy, htmlType: 'submit', form: formId }}
      onCancel={() => closeAsked(tab, props.onClose)}
      destroyOnHidden
    >
      <Form<V> {...entry.props} id={formId}>
        {entry.notes}
        {props.children}
      </Form>
    </Modal>
  )
}
