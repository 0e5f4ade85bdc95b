import { Button } from 'antd'
import { Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { simulator } from '#contracts/commercial/simulate.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import dayjs from 'dayjs'
import { DateInput } from '../../../../kit/form/date-input.tsx'
import { DictSelect } from '../../../../kit/form/choices/dict-select.tsx'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useStableCallback } from '../../../../kit/platform/use-stable-callback.ts'
import { RefSelect } from '../../../../kit/form/choices/ref-select.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { CompareButton } from '../../../orders/service-choices/index.ts'
import { SimulatorResult } from './simulator-result.tsx'
import './simulator.css'

const PLAIN = ['weightKg', 'pieces', 'lengthCm', 'widthCm', 'heightCm'] as const
const LENGTHS: Readonly<Partial<Record<string, string>>> = {
  lengthCm: 'cm',
  widthCm: 'cm',
  heightCm: 'cm',
  weightKg: 'kg',
}
const START = {
  country: 'DE',
  postalCode: '',
  weightKg: '1',
  lengthCm: '',
  widthCm: '',
  heightCm: '',
  pieces: '1',
  declaredValue: '',
  date: '',
}
type Asked = typeof START
const PIECES_MAX = 999

/**
 * What a shipment would cost by a service, line by line. Enter in any field asks; the answer is
 * announced.
 */
export function Simulator({
  serviceCode,
  withCustomer = false,
  country = null,
  postalCode = null,
  customer = null,
  onChoose,
}: {
  serviceCode: string
  withCustomer?: boolean
  /** Asked about at once. */
  country?: string | null
  postalCode?: string | null
  /** Whose prices, where the page has chosen. */
  customer?: string | null
  /** Another service, out of all that take the shipment. */
  onChoose?: (serviceId: string) => void
}) {
  const t = useT('services')
  const id = useId()
  const [asked, setAsked] = useState<Asked>(() =>
    country ? { ...START, country, postalCode: postalCode ?? '' } : START,
  )
  const [customerId, setCustomer] = useState<string | null>(customer)
  const [answer, setAnswer] = useState<Out<typeof simulator.simulate> | null>(null)
  const send = useAction(simulator.simulate, { ownRefusals: true, success: false })
  const put = (key: keyof Asked, value: string) => setAsked((now) => ({ ...now, [key]: value }))
  const run = async () => {
    const done = await send.run(bodyOf(asked, serviceCode, customerId))
    setAnswer(done.ok ? done.result : null)
  }
  const first = useStableCallback(() => void run())
  useEffect(() => {
    if (country) first()
  }, [country, first])
  // Another service for the same shipment.
  const priced = useRef(serviceCode)
  useEffect(() => {
    if (priced.current === serviceCode) return
    priced.current = serviceCode
    first()
  }, [serviceCode, first])
  const refused = new Map(
    (send.error?.issues ?? []).map(({ path, message }) => [path.split('.').at(-1), message]),
  )
  const field = (key: keyof Asked, more: ReactNode = null) => (
    <label className="svc-ask" data-bad={refused.has(key) || undefined}>
      <span>{t(`try.${key}`)}</span>
      <span className="svc-unit">
        <input
          className="py-input"
          value={asked[key]}
          autoComplete="off"
          aria-invalid={refused.has(key) || undefined}
          {...(key === 'postalCode' ? {} : { inputMode: 'decimal' as const })}
          onChange={(event) => put(key, event.target.value)}
        />
        {more}
      </span>
      {refused.has(key) && <em role="alert">{refused.get(key)}</em>}
    </label>
  )
  return (
    <form
      className="svc-simulator"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <h2>{t('part.try')}</h2>
      <div className="svc-asks">
        <div className="svc-ask">
          <label htmlFor={`${id}-country`}>{t('try.country')}</label>
          <DictSelect
            id={`${id}-country`}
            code="country"
            value={asked.country}
            onChange={(value) => put('country', typeof value === 'string' ? value : '')}
          />
        </div>
        {field('postalCode')}
        {PLAIN.map((key) => (
          <div key={key} data-size={LENGTHS[key] === 'cm' || undefined}>
            {field(key, LENGTHS[key] && <i>{LENGTHS[key]}</i>)}
          </div>
        ))}
        {field('declaredValue')}
        <div className="svc-ask">
          <label htmlFor={`${id}-date`}>{t('try.date')}</label>
          <DateInput
            id={`${id}-date`}
            value={asked.date ? dayjs(asked.date) : null}
            onChange={(day) => put('date', day?.format('YYYY-MM-DD') ?? '')}
          />
        </div>
        {withCustomer && (
          <div className="svc-ask" data-wide>
            <label htmlFor={`${id}-customer`}>{t('try.customer')}</label>
            <RefSelect
              id={`${id}-customer`}
              of="customers"
              value={customerId}
              placeholder={t('try.customer.none')}
              onChange={(value) => setCustomer(typeof value === 'string' ? value : null)}
            />
          </div>
        )}
      </div>
      {/* It compares today's prices of a parcel without a value. */}
      {onChoose && !asked.date && !asked.declaredValue.trim() && (
        <Suspense>
          <CompareButton
            question={questionOf(bodyOf(asked, serviceCode, customerId))}
            chosen={null}
            onChoose={onChoose}
          />
        </Suspense>
      )}
      <Button type="primary" htmlType="submit" loading={send.busy} block>
        {t('try.run')}
      </Button>
      <div aria-live="polite">
        {send.error && send.error.issues.length === 0 && (
          <p className="svc-refused" role="alert">
            {send.error.message}
          </p>
        )}
        {refused.has('serviceCode') && (
          <p className="svc-refused" role="alert">
            {refused.get('serviceCode')}
          </p>
        )}
        {answer && !send.error && <SimulatorResult answer={answer} />}
      </div>
    </form>
  )
}

/** The same shipment, to be compared by all services. */
function questionOf({ customerId, country, postalCode, parcels }: ReturnType<typeof bodyOf>) {
  return {
    customerId,
    consignee: { country, postalCode },
    parcels: parcels.map((parcel) => ({ ...parcel, products: [] })),
  }
}

function bodyOf(asked: Asked, serviceCode: string, customerId: string | null) {
  const { country, postalCode, weightKg, lengthCm, widthCm, heightCm } = asked
  const pieces = Math.min(PIECES_MAX, Math.max(1, Math.trunc(Number(asked.pieces)) || 1))
  const size = (text: string) => text.trim().replace(',', '.') || null
  const parcel = {
    weightKg: size(weightKg) ?? '',
    lengthCm: size(lengthCm),
    widthCm: size(widthCm),
    heightCm: size(heightCm),
  }
  return {
    serviceCode,
    country,
    postalCode: postalCode.trim() || null,
    date: asked.date || null,
    declaredValue: size(asked.declaredValue),
    customerId,
    parcels: Array.from({ length: pieces }, () => parcel),
  }
}
