import { Form, Input } from 'antd'
import { outPackages, PACKAGE_PIECES_MAX, type PackageDetail } from '#contracts/depot/packages.ts'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { DecimalInput } from '../../../kit/form/decimal-input.tsx'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useStationDepot } from '../scans/index.ts'

interface Values {
  depotId: string | null
  kind: '1' | '2'
  no: string
  oneService: string
  oneTarget: '1' | '2' | null
  maxPieces: number | null
  maxWeightKg: string
  tareKg: string
}
const FIELDS = ['depotId', 'kind', 'no', 'oneTarget', 'maxPieces', 'maxWeightKg', 'tareKg']

/** Opens a bag or pallet with its rules; the depot of last time is there already. */
export default function NewPackage({
  onClose,
  onMade,
}: {
  onClose: () => void
  onMade: (id: string) => void
}) {
  const t = useT('packages')
  const add = useAction(outPackages.add, { ownRefusals: true })
  const [depotId, setDepotId] = useStationDepot()
  const entry = useEntry<Values>({
    draft: null,
    start: {
      depotId,
      kind: '1',
      no: '',
      oneService: '1',
      oneTarget: null,
      maxPieces: 200,
      maxWeightKg: '31.5',
      tareKg: '',
    },
    save: ({ depotId: at, oneService, maxPieces, ...values }) =>
      add.run({
        ...values,
        depotId: at ?? '',
        oneService: oneService === '1',
        maxPieces: maxPieces ?? undefined,
      }),
    onSaved: (result, values) => {
      setDepotId(values.depotId)
      onMade((result as PackageDetail).id)
    },
    label: (path) => (FIELDS.includes(path) ? t(`form.${path}`) : null),
  })
  const required = [{ required: true, message: t('field.required') }]
  return (
    <EntryModal entry={entry} title={t('open.title')} okText={t('open.ok')} onClose={onClose}>
      <Form.Item name="depotId" label={t('form.depotId')} rules={required}>
        <RefSelect of="depots" autoFocus />
      </Form.Item>
      <Form.Item name="kind" label={t('form.kind')} rules={required}>
        <DictSelect code="out_package_kind" />
      </Form.Item>
      <Form.Item name="no" label={t('form.no')} extra={t('form.no.help')}>
        <Input placeholder="BG0000000001" maxLength={20} autoComplete="off" />
      </Form.Item>
      <Form.Item name="oneService" label={t('rule.service')}>
        <ChoiceInput
          clearable={false}
          options={[
            { value: '1', label: t('form.oneService') },
            { value: '0', label: t('rule.anyService') },
          ]}
        />
      </Form.Item>
      <Form.Item name="oneTarget" label={t('form.oneTarget')}>
        <ChoiceInput
          clearable
          placeholder={t('form.oneTarget.any')}
          options={(['1', '2'] as const).map((value) => ({
            value,
            label: t(`form.oneTarget.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item name="maxPieces" label={t('form.maxPieces')} rules={required}>
        <NumberInput min={1} max={PACKAGE_PIECES_MAX} precision={0} />
      </Form.Item>
      <Form.Item name="maxWeightKg" label={t('form.maxWeightKg')} rules={required}>
        <DecimalInput />
      </Form.Item>
      <Form.Item name="tareKg" label={t('form.tareKg')}>
        <DecimalInput />
      </Form.Item>
    </EntryModal>
  )
}
