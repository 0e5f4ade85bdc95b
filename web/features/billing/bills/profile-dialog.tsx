import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { billRuns } from '#contracts/billing/bill-runs.ts'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import type { Out } from '#contracts/kit/endpoint.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

interface Values {
  disputeDays: number
  missingDays: number
  chargeCodes: string
  serviceCodes: string
}
type Profile = Out<typeof billRuns.profile>
type Codes = Profile['chargeCodes']
const written = (codes: Codes) => codes.map(({ code, ours }) => `${code} = ${ours}`).join('\n')
const codesOf = (text: string): Codes =>
  text.split('\n').flatMap((line) => {
    const at = line.lastIndexOf('=')
    const [code, ours] = [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    return at > 0 && code && ours ? [{ code, ours }] : []
  })

/** How a supplier's bills are read and how long disputes are taken. */
export default function ProfileDialog({ onClose }: { onClose: () => void }) {
  const t = useT('bills')
  const [supplierId, setSupplier] = useState<string | null>(null)
  const profile = useApi(
    billRuns.profile,
    { supplierId: supplierId ?? '' },
    { enabled: supplierId !== null },
  )
  const choice = (
    <label htmlFor="profile-supplier" className="bills-field">
      {t('new.supplier')}
      <RefSelect
        id="profile-supplier"
        of="suppliers"
        value={supplierId}
        onChange={(value) => setSupplier(typeof value === 'string' ? value : null)}
      />
    </label>
  )
  if (profile.data && profile.data.supplierId === supplierId)
    return <Settings key={supplierId} profile={profile.data} onClose={onClose} />
  return (
    <Modal open title={t('profile')} footer={null} onCancel={onClose}>
      {choice}
    </Modal>
  )
}

function Settings({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const t = useT('bills')
  const save = useAction(billRuns.saveProfile, { ownRefusals: true })
  const { supplierId, version, disputeDays, missingDays, chargeCodes, serviceCodes } = profile
  const labels = ['disputeDays', 'missingDays', 'chargeCodes', 'serviceCodes']
  const entry = useEntry<Values>({
    draft: null,
    start: {
      disputeDays,
      missingDays,
      chargeCodes: written(chargeCodes),
      serviceCodes: written(serviceCodes),
    },
    save: (values) =>
      save.run({
        supplierId,
        version,
        disputeDays: values.disputeDays,
        missingDays: values.missingDays,
        chargeCodes: codesOf(values.chargeCodes),
        serviceCodes: codesOf(values.serviceCodes),
      }),
    onSaved: onClose,
    label: (path) => (labels.includes(path) ? t(`profile.${path}`) : null),
  })
  return (
    <EntryModal entry={entry} title={t('profile')} okText={t('action.save')} onClose={onClose}>
      {(['disputeDays', 'missingDays'] as const).map((name) => (
        <Form.Item
          key={name}
          name={name}
          label={t(`profile.${name}`)}
          rules={[{ required: true, message: t('field.required') }]}
        >
          <NumberInput min={1} max={730} />
        </Form.Item>
      ))}
      {(['chargeCodes', 'serviceCodes'] as const).map((name) => (
        <Form.Item
          key={name}
          name={name}
          label={t(`profile.${name}`)}
          extra={t(`profile.${name}.help`)}
        >
          <Input.TextArea autoSize={{ minRows: 3, maxRows: 12 }} maxLength={20_000} />
        </Form.Item>
      ))}
    </EntryModal>
  )
}
