import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { serviceDesk } from '#contracts/commercial/services.ts'
import { useUnsaved } from '../../../../kit/platform/unsaved.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { PageHeader } from '../../../../kit/platform/page-header.tsx'
import { useKeys } from '../../../../kit/platform/use-keys.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { BasicsStep, LabelStep, NumbersStep, WeightStep } from './new-service-fields.tsx'
import { PricesStep } from './new-service-prices.tsx'
import {
  bodyOf,
  lacking,
  START,
  stepOf,
  STEPS,
  type Edit,
  type Step,
} from './new-service-values.ts'
import { ZonesStep } from './new-service-zones.tsx'

/** The way to a new service, step by step; it is made whole at the end, or not at all. */
export function SetUpPage() {
  const t = useT('services')
  const words = useT()
  const navigate = useNavigate()
  const [values, setValues] = useState(START)
  const [step, setStep] = useState<Step>('basics')
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const saved = useUnsaved(values !== START)
  const send = useAction(serviceDesk.setUp, { ownRefusals: true })
  const edit: Edit = (change) => {
    setRefused(new Map())
    setValues(change)
  }
  const at = STEPS.indexOf(step)
  const last = at === STEPS.length - 1
  const go = (to: Step) => {
    const stop = STEPS.slice(0, STEPS.indexOf(to)).find((one) => lacking(one, values).length > 0)
    const missing = stop ? lacking(stop, values) : []
    setRefused(new Map(missing.map((path) => [path, words('field.required')])))
    setStep(stop ?? to)
  }
  const create = async () => {
    const done = await send.run(bodyOf(values))
    if (!done.ok) {
      const { issues, message } = done.error
      const [first] = issues
      setRefused(
        new Map(issues.length > 0 ? issues.map((one) => [one.path, one.message]) : [['', message]]),
      )
      if (first) setStep(stepOf(first.path))
      return
    }
    saved()
    const country = values.zones[0]?.countries[0] ?? ''
    const code = values.zones[0]?.prefixes.split(/[\s,;，；]+/).find(Boolean) ?? ''
    const asked = new URLSearchParams({ part: 'try', try: country, ...(code && { code }) })
    void navigate(`/delivery/services/${done.result.id}?${asked.toString()}`, { replace: true })
  }
  const next = () => (last ? void create() : go(STEPS[at + 1]!))
  useKeys({ 'mod+Enter': next })
  const props = { values, edit, refused }
  const here = [...refused].filter(([path]) => path === '' || stepOf(path) === step)
  return (
    <div className="svc-page">
      <PageHeader title={t('new.title')} note={t('new.note')} />
      <ol className="svc-steps">
        {STEPS.map((one, no) => (
          <li key={one}>
            <button
              type="button"
              aria-current={one === step ? 'step' : undefined}
              data-done={no < at || undefined}
              onClick={() => go(one)}
            >
              <i>{no + 1}</i>
              {t(`part.${one}`)}
            </button>
          </li>
        ))}
      </ol>
      <form
        className="svc-main"
        aria-label={t(`part.${step}`)}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          next()
        }}
      >
        {here.length > 0 && (
          <ul className="svc-refused" role="alert">
            {here.map(([path, message]) => (
              <li key={path}>{[placeOf(path, t), message].filter(Boolean).join(': ')}</li>
            ))}
          </ul>
        )}
        {step === 'basics' && <BasicsStep {...props} />}
        {step === 'zones' && <ZonesStep {...props} />}
        {step === 'weight' && <WeightStep {...props} />}
        {step === 'prices' && <PricesStep {...props} />}
        {step === 'numbers' && <NumbersStep {...props} />}
        {step === 'label' && <LabelStep {...props} />}
        <div className="svc-save">
          {at > 0 && <Button onClick={() => setStep(STEPS[at - 1]!)}>{t('new.back')}</Button>}
          <Button type="primary" htmlType="submit" loading={send.busy}>
            {last ? t('new.create') : t('new.next', { part: t(`part.${STEPS[at + 1]!}`) })}
          </Button>
        </div>
      </form>
    </div>
  )
}

/** Where a refused value stands, in the words of the page. */
function placeOf(path: string, t: ReturnType<typeof useT>): string {
  const zone = /^zones\.(\d+)/.exec(path)
  if (zone) return t('new.zoneNo', { no: Number(zone[1]) + 1 })
  const price = /^prices\.rows\.(\d+)/.exec(path)
  if (price) return t('new.lineNo', { no: Number(price[1]) + 1 })
  return ''
}
