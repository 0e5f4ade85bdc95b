import { Button, Form, Input, Select, Spin, Switch } from 'antd'
import {
  CHARTS,
  NUMBERED,
  PRESETS,
  type Chart,
} from '#contracts/money/accounting-export/account-presets.ts'
import {
  accountingExport,
  type AccountingSetting,
  type NamedAccount,
} from '#contracts/money/accounting-export/accounting-export.ts'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDict } from '../../../kit/http/dict.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** How the ledger's accounts are called in the accountant's books. */
export default function SettingDialog({ onClose }: { onClose: () => void }) {
  const { data } = useApi(accountingExport.setting, {}, { staleTime: 0 })
  return data ? <SettingForm {...data} onClose={onClose} /> : <Spin />
}

interface Props {
  setting: AccountingSetting
  accounts: readonly NamedAccount[]
  onClose: () => void
}

function SettingForm({ setting, accounts, onClose }: Props) {
  const t = useT('accounting-export')
  const currencies = useDict('currency')
  const save = useAction(accountingExport.saveSetting, { ownRefusals: true })
  const known = new Map(setting.numbers.map(({ key, number }) => [key, number]))
  const keys = keysOf(setting, accounts)
  const names = new Map(accounts.map(({ key, name }) => [key, name]))
  const nameOf = (key: string) => names.get(key) ?? (t.has(`kind.${key}`) ? t(`kind.${key}`) : key)
  const entry = useEntry<AccountingSetting>({
    draft: null,
    start: { ...setting, numbers: keys.map((key) => ({ key, number: known.get(key) ?? '' })) },
    version: setting.version,
    save: (values, version) =>
      save.run({
        ...setting,
        ...values,
        numbers: keys.map((key, at) => ({
          key,
          number: values.numbers[at]?.number?.trim() ?? '',
        })),
        version: Number(version),
      }),
    onSaved: onClose,
    label: (path) => {
      const at = /^numbers\.(\d+)\.number$/.exec(path)?.[1]
      if (at !== undefined) return nameOf(keys[Number(at)] ?? '')
      return t.has(`setting.${path}`) ? t(`setting.${path}`) : null
    },
  })
  const fill = (chart: Chart) =>
    entry.edit((values) => ({
      ...values,
      chart,
      numbers: keys.map((key, at) => {
        const kind = NUMBERED.find((one) => one === key)
        return { key, number: kind ? PRESETS[chart][kind] : (values.numbers[at]?.number ?? '') }
      }),
    }))
  return (
    <EntryModal
      entry={entry}
      title={t('setting.title')}
      okText={t('setting.save')}
      onClose={onClose}
    >
      <div className="acx-grid">
        <Form.Item name="consultantNo" label={t('setting.consultantNo')}>
          <NumberInput min={1001} max={9_999_999} precision={0} className="acx-wide" />
        </Form.Item>
        <Form.Item name="clientNo" label={t('setting.clientNo')}>
          <NumberInput min={1} max={99_999} precision={0} className="acx-wide" />
        </Form.Item>
        <Form.Item name="accountLength" label={t('setting.accountLength')}>
          <NumberInput min={4} max={8} precision={0} className="acx-wide" />
        </Form.Item>
        <Form.Item name="yearStart" label={t('setting.yearStart')}>
          <Input maxLength={5} autoComplete="off" />
        </Form.Item>
        <Form.Item name="currency" label={t('setting.currency')}>
          <ChoiceInput
            list="currency"
            codeOnly
            options={currencies.map(({ value, text }) => ({ value, label: text }))}
          />
        </Form.Item>
        <Form.Item name="debtorFrom" label={t('setting.debtorFrom')}>
          <NumberInput min={10_000} max={699_999_999} precision={0} className="acx-wide" />
        </Form.Item>
        <Form.Item name="chart" label={t('setting.chart')}>
          <Select
            allowClear
            options={CHARTS.map((value) => ({ value, label: t(`chart.${value}`) }))}
          />
        </Form.Item>
      </div>
      <Form.Item
        name="automatic"
        label={t('setting.automatic')}
        extra={t('setting.automatic.help')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <fieldset className="acx-numbers">
        <legend>{t('setting.numbers')}</legend>
        <p className="py-hint">{t('setting.numbers.help')}</p>
        <div className="acx-presets">
          {CHARTS.map((chart) => (
            <Button key={chart} size="small" onClick={() => fill(chart)}>
              {t('setting.preset', { chart })}
            </Button>
          ))}
        </div>
        <div className="acx-grid">
          {keys.map((key, at) => (
            <Form.Item key={key} name={['numbers', at, 'number']} label={nameOf(key)}>
              <Input inputMode="numeric" maxLength={8} autoComplete="off" />
            </Form.Item>
          ))}
        </div>
      </fieldset>
    </EntryModal>
  )
}

/** Kinds first, then accounts of their own, also those that only the setting still knows. */
const keysOf = ({ numbers }: AccountingSetting, accounts: readonly NamedAccount[]): string[] => [
  ...new Set<string>([
    ...NUMBERED,
    ...accounts.map(({ key }) => key),
    ...numbers.map(({ key }) => key),
  ]),
]
