import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import type { Out } from '#contracts/kit/endpoint.ts'
import { transitWords } from '#contracts/commercial/transit.ts'
import type { simulator } from '#contracts/commercial/simulate.ts'
import { nameOf } from '#contracts/kit/names.ts'
import { Money } from '../../../../kit/platform/cells.tsx'
import { useDict } from '../../../../kit/http/dict.ts'
import { useLang, useT } from '../../../../kit/text/i18n.ts'

type Answer = Out<typeof simulator.simulate>

/** A price with the whole way to it: weight, zone, lines, limits, number, label, cost. */
export function SimulatorResult({ answer }: { answer: Answer }) {
  const t = useT('services')
  const r = useT('rating')
  const lang = useLang()
  const labels = useDict('label_type')
  const { currency, cost } = answer
  const failed = answer.limits.filter(({ ok }) => !ok).length
  const days = daysOf(answer.transit, r)
  return (
    <div className="svc-result">
      <p className="svc-total">
        <Money amount={answer.total} currency={currency} />
        <span>{t('try.chargeable', { kg: answer.chargeableWeightKg })}</span>
      </p>
      {!answer.open && <p className="svc-refused">{t('try.notOpen')}</p>}
      {failed > 0 && <p className="svc-refused">{t('try.failed', { count: failed })}</p>}
      <Lines title={t('try.lines')} lines={answer.lines} currency={currency} />
      <h3>{t('try.zone')}</h3>
      <p>{answer.partition.why || nameOf(answer.partition, lang, 'name')}</p>
      <h3>{t('try.weight')}</h3>
      <ol>
        {answer.steps
          .filter((step) => step !== answer.partition.why)
          .map((step) => (
            <li key={step}>{step}</li>
          ))}
      </ol>
      {answer.limits.length > 0 && (
        <>
          <h3>{t('try.limits')}</h3>
          <ul className="svc-limits">
            {answer.limits.map(({ validType, min, max, value, ok }, at) => (
              <li key={at} data-failed={!ok || undefined}>
                {ok ? <CheckOutlined /> : <CloseOutlined />}
                <span>
                  {r(`validType.${validType}`)}: {limitText(t, min, max)} {LIMIT_UNITS[validType]}
                  {value !== null &&
                    ` · ${t('try.value', { value })} ${LIMIT_UNITS[validType] ?? ''}`}
                </span>
                {!ok && <strong>{t('try.limitFailed')}</strong>}
              </li>
            ))}
          </ul>
        </>
      )}
      <dl>
        <dt>{t('try.table')}</dt>
        <dd>
          {nameOf(answer.fee, lang, 'name')}
          {answer.fee.versionNo != null && ` · ${t('try.version', { no: answer.fee.versionNo })}`}
        </dd>
        <dt>{t('try.number')}</dt>
        <dd>{answer.number ?? <span className="svc-refused">{t('try.noNumber')}</span>}</dd>
        <dt>{t('try.label')}</dt>
        <dd>
          {labels.find(({ value }) => value === answer.label.labelType)?.text ??
            answer.label.labelType}
          {answer.label.template && ` · ${answer.label.template}`}
        </dd>
        {answer.routing && (
          <>
            <dt>{t('try.routing')}</dt>
            <dd>{[answer.routing.sortCode, answer.routing.gate].filter(Boolean).join(' · ')}</dd>
          </>
        )}
        {days && (
          <>
            <dt>{t('try.transit')}</dt>
            <dd>{days}</dd>
          </>
        )}
      </dl>
      {cost && (
        <>
          <Lines title={t('try.cost')} lines={cost.lines} currency={cost.currency} />
          <dl>
            <dt>{t('try.costTotal')}</dt>
            <dd>
              <Money amount={cost.total} currency={cost.currency} />
            </dd>
            <dt>{t('try.margin')}</dt>
            <dd>
              {cost.margin === null ? (
                t('try.noRate')
              ) : (
                <Money amount={cost.margin} currency={currency} />
              )}
            </dd>
          </dl>
        </>
      )}
    </div>
  )
}

function Lines({
  title,
  lines,
  currency,
}: {
  title: string
  lines: Answer['lines']
  currency: string
}) {
  const r = useT('rating')
  return (
    <>
      <h3>{title}</h3>
      <ul className="svc-lines">
        {lines.map(({ tradeItem, amount, text }, at) => (
          <li key={at}>
            <span>{r(`tradeItem.${tradeItem}`)}</span>
            <Money amount={amount} currency={currency} />
            <small>{text}</small>
          </li>
        ))}
      </ul>
    </>
  )
}

type T = ReturnType<typeof useT>
/** What the bounds of a limit are counted in. */
export const LIMIT_UNITS: Readonly<Partial<Record<string, string>>> = {
  1: 'kg',
  2: 'cm',
  3: 'cm',
  4: 'cm',
  5: 'm³',
}
export function limitText(t: T, min: string | null, max: string | null): string {
  if (min !== null && max !== null) return t('limit.between', { min, max })
  if (max !== null) return t('limit.max', { max })
  return t('limit.min', { min: min ?? '' })
}

export function daysOf(transit: Answer['transit'], t: T): string {
  const words = transitWords(transit)
  return words ? t(`days.${words.name}`, words.params) : ''
}
