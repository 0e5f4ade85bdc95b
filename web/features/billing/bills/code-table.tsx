import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import type { BillTolerance } from '#contracts/billing/bill-files.ts'
import { billRuns } from '#contracts/billing/bill-runs.ts'
import type { BillCode } from '#contracts/billing/bills.states.ts'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { Money } from '../../../kit/platform/cells.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** What a tolerance is entered in: hundredths are shown as units or percent. */
const FIELDS = [
  ['amountWithin', 100],
  ['amountPercent', 100],
  ['weightWithin', 1],
  ['weightPercent', 100],
] as const

interface Of {
  id: string
  supplierId: string
}

/** The results of a bill's lines, with the supplier's tolerances or with those that are tried. */
export function useResults({ id, supplierId }: Of) {
  const profile = useApi(billRuns.profile, { supplierId })
  const [edited, setEdited] = useState<Partial<BillTolerance>>({})
  const settings = profile.data
  const tolerance: BillTolerance = {
    amountWithin: edited.amountWithin ?? settings?.amountWithin ?? 0,
    amountPercent: edited.amountPercent ?? settings?.amountPercent ?? 0,
    weightWithin: edited.weightWithin ?? settings?.weightWithin ?? 0,
    weightPercent: edited.weightPercent ?? settings?.weightPercent ?? 0,
  }
  const asked = useDebouncedValue(tolerance)
  const result = useApi(
    billRuns.whatIf,
    { id, ...asked },
    { enabled: settings !== undefined, keepPrevious: true },
  )
  return { settings, tolerance, edited, setEdited, found: result.data }
}

/** Lines by result, now and with other tolerances, before these are saved. */
export function CodeTable({
  run: { id, supplierId },
  results: { settings, tolerance, edited, setEdited, found },
  chosen,
  onChoose,
}: {
  run: Of
  results: ReturnType<typeof useResults>
  chosen: readonly BillCode[]
  onChoose: (codes: readonly BillCode[]) => void
}) {
  const t = useT('bills')
  const may = useRightsCheck()
  const save = useAction(billRuns.saveProfile, { success: false })
  const rematch = useAction(billRuns.rematch)
  const isEdited = Object.keys(edited).length > 0
  const apply = async () => {
    if (!settings) return
    if (isEdited) {
      const saved = await save.run({ supplierId, version: settings.version, ...edited })
      if (!saved.ok) return
    }
    const done = await rematch.run({ id })
    if (done.ok) setEdited({})
  }
  const { currency = '', codes = [] } = found ?? {}
  return (
    <>
      <h2>{t('results')}</h2>
      <div className="bills-scroll">
        <table className="bills-table">
          <thead>
            <tr>
              <th scope="col">{t('results.code')}</th>
              <th scope="col">{t('results.lines')}</th>
              <th scope="col">{t('results.open')}</th>
              <th scope="col">{t('results.then')}</th>
              <th scope="col">{t('results.delta')}</th>
            </tr>
          </thead>
          <tbody>
            {codes.map((row) => (
              <tr key={row.code}>
                <td>
                  <Checkbox
                    checked={chosen.includes(row.code)}
                    onChange={({ target }) =>
                      onChoose(
                        target.checked
                          ? [...chosen, row.code]
                          : chosen.filter((code) => code !== row.code),
                      )
                    }
                  >
                    <DictTag code="bill_code" value={row.code} />
                  </Checkbox>
                </td>
                <td>{row.lines}</td>
                <td>{row.open}</td>
                <td>{isEdited ? row.after : ''}</td>
                <td>
                  <Money amount={isEdited ? row.deltaAfter : row.delta} currency={currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h2>{t('tolerance')}</h2>
      <div className="bills-tools">
        {FIELDS.map(([name, by]) => (
          <label key={name} htmlFor={`tolerance-${name}`}>
            {t(`tolerance.${name}`)}
            <NumberInput
              id={`tolerance-${name}`}
              min={0}
              step={by === 1 ? 10 : 0.01}
              value={tolerance[name] / by}
              onChange={(value) =>
                setEdited({ ...edited, [name]: Math.round(Number(value ?? 0) * by) })
              }
            />
          </label>
        ))}
        {may(billRuns.rematch) && (
          <Button loading={save.busy || rematch.busy} onClick={() => void apply()}>
            {t(isEdited ? 'tolerance.save' : 'rematch')}
          </Button>
        )}
      </div>
    </>
  )
}
