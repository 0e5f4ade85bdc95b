import { Button, Drawer } from 'antd'
import { useId, useState } from 'react'
import { messageTemplateList } from '#contracts/platform/messaging/message-templates.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { ResourceForm, type Inputs } from '../../../kit/resource/resource-form.tsx'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import type { Beginning } from './built-in-drawer.tsx'

/** A new template that begins with the product's words. */
export default function TemplateDrawer({
  beginning,
  inputs,
  onClose,
}: {
  beginning: Beginning
  inputs: Inputs
  onClose: () => void
}) {
  const t = useT('message-templates')
  const formId = useId()
  const [busy, setBusy] = useState(false)
  const [changed, setChanged] = useState(false)
  useKeys({ Escape: onClose }, { modal: true })
  return (
    <Drawer
      open
      size={720}
      onClose={onClose}
      keyboard={false}
      mask={{ closable: !changed }}
      rootClassName="py-drawer"
      title={`${t('form.new')} · ${String(beginning.templateName)}`}
      footer={
        <div className="py-drawer-footer">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="primary" htmlType="submit" form={formId} loading={busy}>
            {t('action.save')}
          </Button>
        </div>
      }
    >
      <ResourceForm
        of={messageTemplateList}
        t={t}
        row={null}
        copy={beginning}
        inputs={inputs}
        formId={formId}
        onBusy={setBusy}
        onChanged={setChanged}
        onSaved={onClose}
      />
    </Drawer>
  )
}
