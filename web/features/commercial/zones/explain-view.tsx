import { Button } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import type { resolveInput } from '#contracts/commercial/zones/resolve.ts'
import { useApi } from '../../../kit/http/query.ts'
import type { Callable } from '../../../kit/http/api.ts'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'

type Asked = z.input<typeof resolveInput>
interface Rule {
  id: string
  text: string
}
interface Answer<R extends Rule> {
  why: string
  rule: R | null
  others: (R & { why: string })[]
}

/** Which row decides for an address, and what decided against the others. */
export function ExplainView<R extends Rule>({
  call,
  serviceCode,
  date,
  nameOf,
}: {
  call: Callable<Asked, Answer<R>>
  serviceCode: string
  date: string | null
  nameOf: (rule: R) => string
}) {
  const t = useT('zones')
  const [country, setCountry] = useState('DE')
  const [postalCode, setPostalCode] = useState('')
  const [city, setCity] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  const found = useApi(call, asked ?? { serviceCode, country }, { enabled: asked !== null })
  const answer = asked === null ? undefined : found.data
  return (
    <form
      className="zone-explain"
      onSubmit={(event) => {
        event.preventDefault()
        setAsked({
          serviceCode,
          country,
          postalCode: postalCode.trim(),
          ...(city.trim() ? { city: city.trim() } : {}),
          ...(date ? { date } : {}),
        })
      }}
    >
      <div className="zone-line">
        <span className="zone-pair">
          <label htmlFor="explain-country">{t('country')}</label>
          <DictSelect
            id="explain-country"
            code="country"
            value={country}
            onChange={(next) => setCountry(typeof next === 'string' ? next : 'DE')}
          />
        </span>
        <span className="zone-pair">
          <label htmlFor="explain-code">{t('postcode')}</label>
          <input
            id="explain-code"
            className="py-input"
            value={postalCode}
            onChange={(event) => setPostalCode(event.target.value)}
          />
        </span>
        <span className="zone-pair">
          <label htmlFor="explain-city">{t('city')}</label>
          <input
            id="explain-city"
            className="py-input"
            value={city}
            onChange={(event) => setCity(event.target.value)}
          />
        </span>
        <Button type="primary" htmlType="submit" loading={found.isFetching && asked !== null}>
          {t('explain')}
        </Button>
      </div>
      {asked !== null && found.error && (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      )}
      {answer && (
        <>
          <p className={answer.rule ? 'zone-answer' : 'zone-answer zone-failed'} role="status">
            {answer.why}
          </p>
          {answer.others.length > 0 && (
            <table className="zone-table">
              <thead>
                <tr>
                  <th>{t('others')}</th>
                  <th>{t('rule')}</th>
                  <th>{t('lost')}</th>
                </tr>
              </thead>
              <tbody>
                {answer.others.map((rule) => (
                  <tr key={rule.id}>
                    <td>{nameOf(rule)}</td>
                    <td>{rule.text}</td>
                    <td>{rule.why}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
    </form>
  )
}
