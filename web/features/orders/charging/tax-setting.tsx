import { Button, Input, Radio } from 'antd'
import { useId, useState } from 'react'
import { tax, TAX_PRICES, type TaxPrices, type TaxSetting } from '#contracts/money/tax.ts'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** Whether charges carry tax, and where the company is registered for it. */
export function TaxSettingSection() {
  const { data, error, refetch } = useApi(tax.setting, {})
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />
  return data ? <Setting key={data.version} setting={data} /> : null
}

function Setting({ setting }: { setting: TaxSetting }) {
  const t = useT('tax')
  const place = useId()
  const number = useId()
  const [prices, setPrices] = useState<TaxPrices>(setting.prices)
  const [country, setCountry] = useState(setting.country)
  const [vatId, setVatId] = useState(setting.vatId ?? '')
  const save = useAction(tax.saveSetting)
  return (
    <section>
      <h2>{t('title')}</h2>
      <Radio.Group
        className="charging-tax"
        aria-label={t('prices')}
        value={prices}
        onChange={(event) => setPrices(event.target.value as TaxPrices)}
        options={TAX_PRICES.map((value) => ({ value, label: t(`prices.${value}`) }))}
      />
      <p className="py-none">{t('prices.help')}</p>
      <div className="charging-fee">
        <label htmlFor={place}>{t('country')}</label>
        <span className="charging-currency">
          <DictSelect
            id={place}
            code="country"
            value={country}
            onChange={(value) => setCountry(typeof value === 'string' ? value : null)}
          />
        </span>
        <label htmlFor={number}>{t('vatId')}</label>
        <Input
          id={number}
          className="charging-amount"
          value={vatId}
          onChange={(event) => setVatId(event.target.value)}
        />
      </div>
      <Button
        type="primary"
        loading={save.busy}
        onClick={() =>
          void save.run({ prices, country, vatId: vatId.trim() || null, version: setting.version })
        }
      >
        {t('save')}
      </Button>
    </section>
  )
}
