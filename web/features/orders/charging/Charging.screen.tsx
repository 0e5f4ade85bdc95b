import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input } from 'antd'
import dayjs from 'dayjs'
import { useId, useState } from 'react'
import {
  charging,
  CHARGING_FEES,
  type ChargingFee,
  type ChargingSetting,
} from '#contracts/orders/charging.ts'
import { DateInput } from '../../../kit/form/date-input.tsx'
import { formatMoment } from '../../../kit/text/formats.ts'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { MissingCosts } from './missing-costs.tsx'
import { TaxSettingSection } from './tax-setting.tsx'
import './charging.css'

/** From when on orders are charged, how each way of charging works, and what refunds keep. */
export default function Charging({ title }: { title: string }) {
  const { data, error, refetch } = useApi(charging.setting, {})
  return (
    <div className="charging-page">
      <PageHeader title={title} />
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {data && <Setting key={data.version} setting={data} />}
      <TaxSettingSection />
      <MissingCosts />
    </div>
  )
}

function Setting({ setting }: { setting: ChargingSetting }) {
  const t = useT('charging')
  const ask = useConfirm()
  const from = useId()
  const [at, setAt] = useState(setting.chargingFrom)
  const [fees, setFees] = useState<Pick<ChargingSetting, ChargingFee>>(setting)
  const [lostGoesBack, setLostGoesBack] = useState(setting.lostGoesBack)
  const [limits, setLimits] = useState({
    adjustAbove: setting.adjustAbove,
    adjustPercent: setting.adjustPercent,
  })
  const save = useAction(charging.saveSetting)
  const begun = setting.chargingFrom !== null && Date.parse(setting.chargingFrom) <= Date.now()
  const submit = async () => {
    if (at !== null && at !== setting.chargingFrom) {
      const agreed = await ask({
        title: t('start.ask', { at: formatMoment(at) }),
        content: t('start.text'),
      })
      if (agreed === null) return
    }
    const { handlingFees, returnFees, destroyFees } = fees
    await save.run({
      chargingFrom: at,
      handlingFees,
      returnFees,
      destroyFees,
      lostGoesBack,
      ...limits,
      version: setting.version,
    })
  }
  return (
    <>
      <section>
        <h2>
          <label htmlFor={from}>{t('chargingFrom')}</label>
        </h2>
        {begun ? (
          <p id={from}>{t('chargingFrom.running', { at: formatMoment(setting.chargingFrom) })}</p>
        ) : (
          <DateInput
            id={from}
            showTime
            minutes
            value={at === null ? null : dayjs(at)}
            onChange={(day) => setAt(day?.toISOString() ?? null)}
          />
        )}
        <p className="py-none">{t('chargingFrom.help')}</p>
      </section>
      <section>
        <h2>{t('methods')}</h2>
        <ul>
          {(['1', '2', '3', '4', '5', 'handling'] as const).map((one) => (
            <li key={one}>{t(`methods.${one}`)}</li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{t('adjust')}</h2>
        <p className="py-none">{t('adjust.help')}</p>
        <div className="charging-limits">
          {(['adjustAbove', 'adjustPercent'] as const).map((name) => (
            <label key={name}>
              {t(name === 'adjustAbove' ? 'adjust.above' : 'adjust.percent')}
              <Input
                className="charging-amount"
                inputMode="decimal"
                suffix={name === 'adjustPercent' ? '%' : undefined}
                value={limits[name]}
                onChange={(event) => setLimits({ ...limits, [name]: event.target.value })}
              />
            </label>
          ))}
        </div>
      </section>
      {CHARGING_FEES.map((name) => (
        <FeeList
          key={name}
          name={name}
          fees={fees[name]}
          onChange={(next) => setFees({ ...fees, [name]: next })}
        />
      ))}
      <section>
        <h2>{t('lost')}</h2>
        <Checkbox
          checked={lostGoesBack}
          onChange={(event) => setLostGoesBack(event.target.checked)}
        >
          {t('lostGoesBack')}
        </Checkbox>
      </section>
      <div>
        <Button type="primary" loading={save.busy} onClick={() => void submit()}>
          {t('save')}
        </Button>
      </div>
    </>
  )
}

/** A fee by currency. */
function FeeList({
  name,
  fees,
  onChange,
}: {
  name: ChargingFee
  fees: ChargingSetting[ChargingFee]
  onChange: (fees: ChargingSetting[ChargingFee]) => void
}) {
  const t = useT('charging')
  const change = (place: number, part: Partial<(typeof fees)[number]>) =>
    onChange(fees.map((fee, one) => (one === place ? { ...fee, ...part } : fee)))
  return (
    <section>
      <h2>{t(name)}</h2>
      <p className="py-none">{t(`${name}.help`)}</p>
      {fees.map((fee, place) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div className="charging-fee" key={place}>
          <label className="charging-currency">
            <span className="py-hidden">{t('currency')}</span>
            <DictSelect
              code="currency"
              value={fee.currency || null}
              placeholder={t('currency')}
              onChange={(value) =>
                change(place, { currency: typeof value === 'string' ? value : '' })
              }
            />
          </label>
          <Input
            className="charging-amount"
            aria-label={t('amount')}
            inputMode="decimal"
            value={fee.amount}
            placeholder={t('amount')}
            onChange={(event) => change(place, { amount: event.target.value })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('handlingFees.remove', { currency: fee.currency })}
            onClick={() => onChange(fees.filter((_, one) => one !== place))}
          />
        </div>
      ))}
      <Button
        icon={<PlusOutlined />}
        onClick={() => onChange([...fees, { currency: '', amount: '' }])}
      >
        {t('handlingFees.add')}
      </Button>
    </section>
  )
}
