import { Alert, Button } from 'antd'
import type { z } from 'zod'
import type { importResult } from '#contracts/kit/crud.ts'
import type { Entity } from '#contracts/kit/entity.ts'
import { BASE } from '../http/api.ts'
import { saveCsv } from '../text/csv.ts'
import { formatNumber } from '../text/formats.ts'
import type { T } from '../text/i18n.ts'

export type ImportResult = z.infer<typeof importResult>
const SHOWN = 200

/**
 * What became of a sheet: how many rows, and by place which were refused and why. The refused rows
 * are to be had as a sheet to put right; of a trial only the list of reasons is.
 */
export function ImportOutcome({
  of,
  t,
  dry,
  result,
}: {
  of: Entity
  t: T
  dry: boolean
  result: ImportResult
}) {
  const { errors } = result
  const title = t(dry ? 'import.tried' : 'import.done', {
    total: formatNumber(result.totalCount),
    success: formatNumber(result.successCount),
    failed: formatNumber(result.errorCount),
  })
  const save = () =>
    saveCsv(
      [
        [t('import.row'), t('import.column'), t('result.reason')],
        ...errors.map((error) => [String(error.row), error.column, error.message]),
      ],
      `${of.name}-errors.csv`,
    )
  return (
    <>
      <Alert
        className="py-below"
        role="status"
        type={result.errorCount > 0 ? 'warning' : dry ? 'info' : 'success'}
        title={title}
        {...(dry ? { description: t('import.triedNote') } : {})}
      />
      {errors.length > 0 && (
        <>
          <div className="py-result-rows">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('import.row')}</th>
                  <th scope="col">{t('import.column')}</th>
                  <th scope="col">{t('result.reason')}</th>
                </tr>
              </thead>
              <tbody>
                {errors.slice(0, SHOWN).map((error, at) => (
                  <tr key={at}>
                    <th scope="row">{error.row}</th>
                    <td>{error.column}</td>
                    <td>{error.message}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {errors.length > SHOWN && (
            <p className="py-soft">{t('import.more', { count: errors.length - SHOWN })}</p>
          )}
          {result.fileUrl === null ? (
            <Button onClick={save}>{t('import.saveErrors')}</Button>
          ) : (
            <Button href={`${BASE}${result.fileUrl}`} download={result.fileName ?? ''}>
              {t('import.refusedRows')}
            </Button>
          )}
        </>
      )}
    </>
  )
}
