import { Checkbox, Radio } from 'antd'
import { useId, type ReactNode } from 'react'
import { channels } from '#contracts/commercial/channels.ts'
import { deliveryServices } from '#contracts/commercial/delivery-services.ts'
import { numberSegmentList } from '#contracts/commercial/numbers/number-segments.entity.ts'
import type { Field } from '#contracts/kit/field.ts'
import { FieldInput } from '../../../../kit/form/field-input.tsx'
import { RefSelect } from '../../../../kit/form/choices/ref-select.tsx'
import { Can } from '../../../../kit/session/permissions.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import type { StepProps } from './new-service-values.ts'
import { firstNumber, prefixOf } from './new-service-values.ts'
import '../simulator/simulator.css'
import './new-service.css'

const BASICS = [
  'code',
  'name',
  'nameEn',
  'channelId',
  'tradeType',
  'transType',
  'deductMethod',
  'pushMethod',
  'izSingle',
  'izMult',
  'maxPieces',
  'izSubsist',
  'izReRate',
  'transitMin',
  'transitMax',
  'izEnable',
] as const
const WEIGHT = ['thWeightRatio', 'weightStep', 'rounding', 'wholeCm', 'volumeWhen'] as const
const LABEL = ['labelType', 'labelTemplateId'] as const
const NUMBERS = ['scheme', 'prefix', 'suffix', 'checkRule', 'startNo', 'endNo'] as const
const LIMITS = ['weight', 'longest', 'girth'] as const
const LIMIT_TYPE = { weight: '1', longest: '2', girth: '3' } as const

export function Labelled({
  label,
  required,
  refused,
  children,
}: {
  label: string
  required?: boolean
  refused?: string | undefined
  children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className="svc-field" data-bad={refused !== undefined || undefined}>
      <label htmlFor={id}>
        {required && <b aria-hidden>* </b>}
        {label}
      </label>
      {children(id)}
      {refused !== undefined && <em>{refused}</em>}
    </div>
  )
}

function ServiceFields({
  values,
  edit,
  refused,
  names,
}: StepProps & { names: readonly (keyof typeof deliveryServices.fields)[] }) {
  const t = useT('delivery-services')
  return names.map((name) => {
    const spec: Field = deliveryServices.fields[name]
    return (
      <Labelled
        key={name}
        label={t(name)}
        required={spec.required}
        refused={refused.get(`service.${name}`)}
      >
        {(id) => (
          <FieldInput
            id={id}
            spec={spec}
            value={values.service[name]}
            onChange={(value) =>
              edit((now) => ({ ...now, service: { ...now.service, [name]: value } }))
            }
          />
        )}
      </Labelled>
    )
  })
}

export function BasicsStep(props: StepProps) {
  const t = useT('services')
  const r = useT('rating')
  const { values, edit } = props
  return (
    <>
      <div className="svc-form">
        <ServiceFields {...props} names={BASICS} />
      </div>
      <Can action={channels.endpoints.add}>
        <p className="py-hint">
          {t('new.channel.none')}{' '}
          <a href="/delivery/channels?_new=1" target="_blank" rel="noreferrer">
            {t('new.channel.add')}
          </a>
        </p>
      </Can>
      <h2>{t('new.limits')}</h2>
      <div className="svc-form">
        {LIMITS.map((name) => (
          <Labelled key={name} label={r(`validType.${LIMIT_TYPE[name]}`)}>
            {(id) => (
              <span className="svc-unit">
                <input
                  id={id}
                  className="py-input"
                  inputMode="decimal"
                  autoComplete="off"
                  value={values.limits[name]}
                  onChange={(event) =>
                    edit((now) => ({
                      ...now,
                      limits: { ...now.limits, [name]: event.target.value },
                    }))
                  }
                />
                <i>{name === 'weight' ? 'kg' : 'cm'}</i>
              </span>
            )}
          </Labelled>
        ))}
      </div>
      <OpenToChoice {...props} />
    </>
  )
}

/** Whom it is for: all customers, or some. */
function OpenToChoice({ values, edit, refused }: StepProps) {
  const t = useT('services')
  const chosen = values.customerIds
  const put = (customerIds: readonly string[] | null) => edit((now) => ({ ...now, customerIds }))
  return (
    <>
      <h2>{t('part.customers')}</h2>
      <div className="svc-for">
        <Radio.Group
          aria-label={t('part.customers')}
          value={chosen !== null}
          onChange={(event) => put(event.target.value ? [] : null)}
          options={[
            { value: false, label: t('customers.all') },
            { value: true, label: t('customers.some') },
          ]}
        />
        {chosen !== null && (
          <Labelled
            label={t('customers.list', { count: chosen.length })}
            required
            refused={refused.get('customerIds')}
          >
            {(id) => (
              <RefSelect
                id={id}
                of="customers"
                many
                value={chosen}
                onChange={(next) => put(next === null ? [] : [next].flat())}
              />
            )}
          </Labelled>
        )}
      </div>
    </>
  )
}

export function WeightStep(props: StepProps) {
  const when = props.values.service.volumeWhen
  const more =
    when === 'SIDE_OVER'
      ? (['volumeSide'] as const)
      : when === 'RATIO_OVER'
        ? (['volumeRatio'] as const)
        : []
  return (
    <div className="svc-form">
      <ServiceFields {...props} names={[...WEIGHT, ...more, 'bubblePercent']} />
    </div>
  )
}

export function LabelStep(props: StepProps) {
  return (
    <div className="svc-form">
      <ServiceFields {...props} names={LABEL} />
    </div>
  )
}

export function NumbersStep({ values, edit, refused }: StepProps) {
  const t = useT('services')
  const n = useT('number-segments')
  const { numbers } = values
  const first = firstNumber(values)
  return (
    <>
      <Checkbox
        checked={numbers === null}
        onChange={(event) =>
          edit((now) => ({
            ...now,
            numbers: event.target.checked
              ? null
              : { scheme: 'CUSTOM', prefix: '', startNo: '1', endNo: '999999', checkRule: 'none' },
          }))
        }
      >
        {t('new.numbersLater')}
      </Checkbox>
      {numbers && (
        <div className="svc-form">
          {NUMBERS.filter((name) => name !== 'checkRule' || numbers.scheme === 'CUSTOM').map(
            (name) => (
              <Labelled
                key={name}
                label={n(name)}
                required={numberSegmentList.fields[name].required}
                refused={refused.get(`numbers.${name}`)}
              >
                {(id) => (
                  <FieldInput
                    id={id}
                    spec={numberSegmentList.fields[name]}
                    value={numbers[name] ?? ''}
                    {...(name === 'prefix' ? { placeholder: prefixOf(values) } : {})}
                    onChange={(value) =>
                      edit((now) => ({
                        ...now,
                        numbers: { ...now.numbers, [name]: String(value ?? '') },
                      }))
                    }
                  />
                )}
              </Labelled>
            ),
          )}
        </div>
      )}
      {first !== null && (
        <p className="svc-example">
          {t('new.firstNumber')} <b>{first}</b>
        </p>
      )}
    </>
  )
}
