import { Button } from 'antd'
import { useState } from 'react'
import { TEST_CODES_MAX, zones } from '#contracts/commercial/zones/zones.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** A pasted list of postcodes, each with its zone. */
export function TestCodes({ serviceCode, date }: { serviceCode: string; date: string | null }) {
  const t = useT('zones')
  const [country, setCountry] = useState('DE')
  const [text, setText] = useState('')
  const [found, setFound] = useState<Out<typeof zones.test> | null>(null)
  const test = useAction(zones.test, { success: false, onDone: setFound })
  // A line is a code: British and Dutch ones have blanks inside.
  const codes = text
    .split(/[\n\t;,]+/)
    .map((code) => code.trim())
    .filter(Boolean)
  const none = found?.filter(({ zone }) => zone === null).length ?? 0
  return (
    <div className="zone-test">
      <div className="zone-line">
        <label htmlFor="test-country">{t('country')}</label>
        <DictSelect
          id="test-country"
          code="country"
          value={country}
          onChange={(next) => setCountry(typeof next === 'string' ? next : 'DE')}
        />
        <Button
          type="primary"
          disabled={codes.length === 0 || codes.length > TEST_CODES_MAX}
          loading={test.busy}
          onClick={() => void test.run({ serviceCode, country, codes, ...(date ? { date } : {}) })}
        >
          {t('test.run', { count: codes.length })}
        </Button>
        {found && <span role="status">{t('test.sum', { count: found.length, none })}</span>}
      </div>
      <div className="zone-columns">
        <textarea
          className="py-input zone-paste"
          aria-label={t('test.codes')}
          placeholder={t('test.hint')}
          rows={12}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {found && (
          <div className="zone-scroll">
            <table className="zone-table">
              <thead>
                <tr>
                  <th>{t('postcode')}</th>
                  <th>{t('zone')}</th>
                  <th>{t('rule')}</th>
                </tr>
              </thead>
              <tbody>
                {found.map(({ code, zone, text: why }, at) => (
                  // The same code may be tested twice.
                  // eslint-disable-next-line react/no-array-index-key
                  <tr key={`${at} ${code}`} data-bad={zone === null}>
                    <td>{code}</td>
                    <td>{zone?.code ?? '–'}</td>
                    <td>{why}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
    </div>
  )
}
