import { Form, Radio, Spin } from 'antd'
import { cod } from '#contracts/money/cod/cod.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

type Setting = Out<typeof cod.setting>

/** Where payouts go, for the whole company. */
export default function SettingDialog({ onClose }: { onClose: () => void }) {
  const { data } = useApi(cod.setting, {})
  return data ? <SettingForm setting={data} onClose={onClose} /> : <Spin />
}

function SettingForm({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  const t = useT('cod')
  const save = useAction(cod.saveSetting, { ownRefusals: true })
  const entry = useEntry<{ payTo: Setting['payTo'] }>({
    draft: null,
    start: { payTo: setting.payTo },
    version: setting.version,
    save: ({ payTo }, version) => save.run({ payTo, version: Number(version) }),
    onSaved: onClose,
    label: (path) => (path === 'payTo' ? t('setting') : null),
  })
  return (
    <EntryModal
      entry={entry}
      title={t('setting.title')}
      okText={t('action.save')}
      onClose={onClose}
    >
      <Form.Item name="payTo" label={t('setting')} extra={t('setting.hint')}>
        <Radio.Group className="cod-choice">
          <Radio value="bank">{t('setting.bank')}</Radio>
          <Radio value="balance">{t('setting.balance')}</Radio>
        </Radio.Group>
      </Form.Item>
    </EntryModal>
  )
}
