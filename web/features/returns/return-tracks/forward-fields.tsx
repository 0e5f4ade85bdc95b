import { useQueries } from '@tanstack/react-query'
import { Form, Input, type FormInstance } from 'antd'
import { Suspense, useId } from 'react'
import { formatMoney, parseMoney } from '#contracts/kit/money.ts'
import { gramsToKg, mmToCm } from '#contracts/kit/units.ts'
import { DEFAULT_KIND, kindOf } from '#contracts/orders/kinds/kinds.ts'
import { charging } from '#contracts/orders/charging.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { QUOTED_FOR } from '#contracts/platform/access/price-permission.ts'
import { consigneeList } from '#contracts/parties/consignees.ts'
import type { ForwardTo, TrackDetail } from '#contracts/returns/return-tracks.shapes.ts'
import { FORWARD_USUAL } from '#contracts/returns/return-tracks.states.ts'
import { ChoiceInput, type ChoiceInputProps } from '../../../kit/form/choices/choice-input.tsx'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useValue } from '../../../kit/form/form-values.ts'
import { call } from '../../../kit/http/api.ts'
import { keyOf } from '../../../kit/http/query.ts'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { TaxedSum } from '../../orders/charging/index.ts'
import { PartyPicker, useOpenServices } from '../../orders/shipments/index.ts'

export type Forward = Partial<ForwardTo>
interface Forwarding {
  /** Has its values under `forward`. */
  form: FormInstance
  tracks: readonly TrackDetail[]
  all: number
}

const NEEDED = ['name', 'city', 'street'] as const
const OPTIONAL = ['company', 'phone', 'state', 'postalCode', 'house'] as const

/** Service and address a return is forwarded by, and what its order costs. */
export function ForwardFields({
  customers,
  onAddress,
  ...forwarding
}: Forwarding & {
  /** Whose the returns are, where the list knows. */
  customers: readonly (string | null)[]
  onAddress: (address: Forward) => void
}) {
  const t = useT('return-tracks')
  const book = useId()
  const mayPick = useCan(consigneeList.endpoints.list)
  const mayChoose = useCan(shipments.choices)
  const owners = [...new Set(forwarding.tracks.map((one) => one.customerId))]
  const isRead = forwarding.tracks.length === forwarding.all
  const required = [{ required: true, message: t('field.required') }]
  const line = (key: string, needed: boolean) => (
    <Form.Item
      key={key}
      name={['forward', key]}
      label={t(`forward.${key}`)}
      {...(needed ? { rules: required } : {})}
    >
      <Input maxLength={100} autoComplete="off" />
    </Form.Item>
  )
  return (
    <>
      <Form.Item name={['forward', 'serviceId']} label={t('forward.serviceId')} rules={required}>
        {mayChoose && (isRead || customers.every(Boolean)) ? (
          <ServiceChoice customers={isRead ? owners : customers} />
        ) : (
          <RefSelect of="delivery-services" />
        )}
      </Form.Item>
      {/* The book of one customer: returns of several have no address in common. */}
      {mayPick && owners.length === 1 && (
        <Form.Item label={t('forward.book')} htmlFor={book}>
          <Suspense>
            <PartyPicker
              of="consignees"
              id={book}
              customerId={owners[0] ?? ''}
              placeholder={t('forward.pick')}
              onPick={(party) => onAddress(addressOf(party))}
            />
          </Suspense>
        </Form.Item>
      )}
      <Form.Item name={['forward', 'country']} label={t('forward.country')} rules={required}>
        <DictSelect code="country" />
      </Form.Item>
      {NEEDED.map((key) => line(key, true))}
      {OPTIONAL.map((key) => line(key, false))}
      <ForwardPrice {...forwarding} />
    </>
  )
}

/** The services the owners' orders may leave by. */
function ServiceChoice({
  customers,
  ...input
}: Omit<ChoiceInputProps, 'options'> & { customers: readonly (string | null)[] }) {
  const kind = kindOf(DEFAULT_KIND)
  const open = useOpenServices(customers.map((customerId) => ({ customerId, kind })))
  return <ChoiceInput {...input} loading={open === null} options={open ?? []} />
}

const addressOf = (party: object): Forward =>
  Object.fromEntries(
    [...NEEDED, ...OPTIONAL, 'country'].map((key) => {
      const value: unknown = Reflect.get(party, key)
      return [key, typeof value === 'string' ? value : '']
    }),
  )

/** The order the station makes of a return (forward-track.ts), as far as its price depends on it. */
function questionOf(track: TrackDetail, forward: Forward) {
  const side = mmToCm(FORWARD_USUAL.sideMm)
  const [lengthCm = side, widthCm = side, heightCm = side] = track.sizeCm?.split(' × ') ?? []
  const text = (value: string | null | undefined) => value?.trim() || null
  const products = track.items
    .filter(({ quantity }) => quantity > 0)
    .map(({ quantity }) => quantity)
  return {
    shipmentResource: DEFAULT_KIND,
    customerId: track.customerId,
    serviceId: forward.serviceId ?? null,
    consignee: {
      company: text(forward.company) && 'x',
      country: forward.country ?? '',
      postalCode: text(forward.postalCode),
      state: text(forward.state),
      city: text(forward.city),
    },
    parcels: [
      {
        weightKg: track.weightKg ?? gramsToKg(FORWARD_USUAL.grams),
        lengthCm,
        widthCm,
        heightCm,
        products: (products.length > 0 ? products : [1]).map((quantity) => ({
          quanlity: String(quantity),
          unitPrice: FORWARD_USUAL.unitPrice,
          currency: track.currency,
        })),
      },
    ],
  }
}

/** Priced and taxed for itself, as its order will be; no gross where its tax is not known. */
async function priceOf(question: ReturnType<typeof questionOf>) {
  const { quote, issues } = await call(shipments.quote, question, { quiet: true })
  if (!quote) return { price: null, issues }
  const { total, currency } = quote
  const { customerId, consignee } = question
  const taxing = { total, currency, customerId, country: consignee.country }
  const taxed = await call(charging.taxed, taxing, { quiet: true }).catch(() => undefined)
  const net = taxed?.net ?? total
  const gross = taxed === undefined ? null : (taxed?.gross ?? total)
  return { price: { net, gross, currency, customerId }, issues }
}

const sumOf = (totals: readonly string[], currency: string): string =>
  formatMoney({
    minor: totals.reduce(
      (sum, total) => sum + (parseMoney(total, currency, 'nonNegative')?.minor ?? 0n),
      0n,
    ),
    currency,
  })

/** What the orders cost with the service and address that are entered, as of now. */
function ForwardPrice({ form, tracks, all }: Forwarding) {
  const t = useT('return-tracks')
  const seesPrices = useCan(QUOTED_FOR)
  const mayAsk = useCan(shipments.quote)
  const now = (useValue(form, 'forward') ?? {}) as Forward
  const forward = JSON.parse(useDebouncedValue(JSON.stringify(now))) as Forward
  const chosen = Boolean(forward.serviceId && forward.country)
  const ready = chosen && tracks.length === all
  const found = useQueries({
    queries: (ready && seesPrices && mayAsk ? tracks : []).map((track) => {
      const question = questionOf(track, forward)
      return {
        queryKey: [...keyOf(shipments.quote, question), 'taxed', track.id],
        queryFn: () => priceOf(question),
        staleTime: 60_000,
      }
    }),
  })
  if (!seesPrices || !mayAsk) return null
  if (!ready)
    return (
      <p className="py-hint py-form-wide">
        {chosen ? t('forward.price.open', { count: all }) : t('forward.price.waiting')}
      </p>
    )
  if (found.some(({ isPending }) => isPending))
    return <p className="py-hint py-form-wide">{t('forward.price.asking')}</p>
  const issues = found.flatMap(({ data }) => data?.issues.map(({ message }) => message) ?? [])
  const priced = found.flatMap(({ data }) => data?.price ?? [])
  const groups = Map.groupBy(priced, ({ customerId, currency }) => `${customerId} ${currency}`)
  return (
    <div className="py-form-wide" aria-live="polite">
      {[...groups].map(([key, own]) => {
        const { currency } = own[0]!
        const gross = own.flatMap((one) => one.gross ?? [])
        const net = own.map((one) => one.net)
        return (
          <p key={key}>
            {t('forward.price', { count: own.length })}{' '}
            <Suspense>
              <TaxedSum
                sum={{
                  net: sumOf(net, currency),
                  gross: gross.length === own.length ? sumOf(gross, currency) : null,
                }}
                currency={currency}
              />
            </Suspense>
          </p>
        )
      })}
      {priced.length < all && <p>{t('forward.price.open', { count: all - priced.length })}</p>}
      {[...new Set(issues)].map((issue) => (
        <p key={issue} role="status">
          {issue}
        </p>
      ))}
    </div>
  )
}
