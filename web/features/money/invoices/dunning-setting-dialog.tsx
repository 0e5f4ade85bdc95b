import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input, Select, Switch } from 'antd'
import {
  DUNNING_MODES,
  DUNNING_STEPS,
  type DunningSetting,
} from '#contracts/money/dunning/dunning.parts.ts'
import { dunning } from '#contracts/money/dunning/dunning.ts'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDict } from '../../../kit/http/dict.ts'
import { useT } from '../../../kit/text/i18n.ts'
import './invoices.css'

/** When customers are reminded, and what it costs them. */
export default function DunningSettingDialog({ onClose }: { onClose: () => void }) {
  const { data } = useApi(dunning.setting, {}, { staleTime: 0 })
  return data ? <SettingForm setting={data} onClose={onClose} /> : null
}

function SettingForm({ setting, onClose }: { setting: DunningSetting; onClose: () => void }) {
  const t = useT('dunning')
  const save = useAction(dunning.saveSetting, { ownRefusals: true })
  const entry = useEntry<DunningSetting>({
    draft: null,
    start: setting,
    version: setting.version,
    save: (values, version) =>
      save.run({
        ...setting,
        ...values,
        interestRate: values.interestRate?.trim() || null,
        version: Number(version),
      }),
    onSaved: onClose,
    label: (path) => (t.has(`setting.${path}`) ? t(`setting.${path}`) : null),
  })
  return (
    <EntryModal
      entry={entry}
      title={t('setting.title')}
      okText={t('setting.save')}
      onClose={onClose}
    >
      <Form.Item name="mode" label={t('setting.mode')}>
        <Select
          options={DUNNING_MODES.map((value) => ({ value, label: t(`setting.mode.${value}`) }))}
        />
      </Form.Item>
      {Array.from({ length: DUNNING_STEPS }, (_, at) => (
        <fieldset key={at} className="inv-step">
          <legend>{t('setting.step', { step: at + 1 })}</legend>
          <Form.Item name={['steps', at, 'days']} label={t('setting.days')}>
            <NumberInput min={1} max={365} precision={0} />
          </Form.Item>
          <Amounts name={['steps', at, 'fees']} label={t('setting.fees')} />
        </fieldset>
      ))}
      <Amounts
        name={['minimums']}
        label={t('setting.minimums')}
        help={t('setting.minimums.help')}
      />
      <Form.Item
        name="interestRate"
        label={t('setting.interestRate')}
        extra={t('setting.interestRate.help')}
      >
        <Input inputMode="decimal" maxLength={5} autoComplete="off" />
      </Form.Item>
      <Form.Item name="payDays" label={t('setting.payDays')}>
        <NumberInput min={1} max={90} precision={0} />
      </Form.Item>
      <Form.Item name="freeze" label={t('setting.freeze')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <p className="py-hint">{t('setting.texts')}</p>
    </EntryModal>
  )
}

/** An amount for each of some currencies. */
function Amounts({
  name,
  label,
  help,
}: {
  name: (string | number)[]
  label: string
  help?: string
}) {
  const t = useT('dunning')
  const currencies = useDict('currency')
  return (
    <div className="inv-amounts">
      <span>{label}</span>
      <Form.List name={name}>
        {(fields, { add, remove }) => (
          <>
            {fields.map((field) => (
              <div key={field.key} className="inv-amount">
                <Form.Item
                  name={[field.name, 'currency']}
                  rules={[{ required: true, message: t('field.required') }]}
                >
                  <ChoiceInput
                    list="currency"
                    codeOnly
                    aria-label={`${label}: ${t('currency')}`}
                    options={currencies.map(({ value, text }) => ({ value, label: text }))}
                  />
                </Form.Item>
                <Form.Item
                  name={[field.name, 'amount']}
                  rules={[{ required: true, message: t('field.required') }]}
                >
                  <Input
                    inputMode="decimal"
                    maxLength={14}
                    aria-label={`${label}: ${t('setting.amount')}`}
                  />
                </Form.Item>
                <Button
                  icon={<DeleteOutlined />}
                  aria-label={t('setting.remove')}
                  onClick={() => remove(field.name)}
                />
              </div>
            ))}
            <Button size="small" icon={<PlusOutlined />} onClick={() => add({ amount: '' })}>
              {t('setting.add')}
            </Button>
          </>
        )}
      </Form.List>
      {help && <span className="py-hint">{help}</span>}
    </div>
  )
}
