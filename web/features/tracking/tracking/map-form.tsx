import { Button, Drawer } from 'antd'
import { useId, useState } from 'react'
import { statusMaps } from '#contracts/tracking/status-maps.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { ResourceForm } from '../../../kit/resource/resource-form.tsx'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import type { Mapped } from './mapped-code.ts'
import { SubSelect } from './sub-select.tsx'

/**
 * Gives one code of a carrier its meaning: courier and code stand fast, the rest is for the clerk
 * to decide.
 */
export default function MapForm({
  code,
  sample,
  onClose,
  onSaved,
}: {
  code: Mapped
  sample: string | null
  onClose: () => void
  onSaved: () => void
}) {
  const t = useT('tracking')
  const words = useT('status-maps')
  const formId = useId()
  const [busy, setBusy] = useState(false)
  const [changed, setChanged] = useState(false)
  useKeys({ Escape: onClose }, { modal: true })
  // Without a code only the words can distinguish the events, so a pattern has to be written.
  const fixed = {
    courier: code.courier,
    rawReason: code.rawReason,
    ...(code.rawCode === '' ? {} : { rawCode: code.rawCode }),
  }
  return (
    <Drawer
      open
      size={560}
      onClose={onClose}
      keyboard={false}
      mask={{ closable: !changed }}
      rootClassName="py-drawer"
      title={t('map.title', {
        courier: code.courier,
        code: [code.rawCode || t('unmapped.noCode'), code.rawReason].filter(Boolean).join(' / '),
      })}
      footer={
        <div className="py-drawer-footer">
          <span className="py-hint">{t('map.note')}</span>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="primary" htmlType="submit" form={formId} loading={busy}>
            {t('action.save')}
          </Button>
        </div>
      }
    >
      {sample && <p className="trk-words">“{sample}”</p>}
      <ResourceForm
        of={statusMaps}
        t={words}
        row={null}
        fixed={fixed}
        formId={formId}
        inputs={{ sub: (props) => <SubSelect {...props} /> }}
        onBusy={setBusy}
        onChanged={setChanged}
        onSaved={onSaved}
      />
    </Drawer>
  )
}
