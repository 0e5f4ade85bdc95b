import { Button } from 'antd'
import { useId } from 'react'
import { Link } from 'react-router'
import type {
  EarningPart,
  EarningRow,
  EarningRows,
  EarningSums,
} from '#contracts/insight/earnings.ts'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useDict } from '../../../kit/http/dict.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { linesOf, rateOf } from './figures.ts'

interface EarningTableProps {
  part: EarningPart
  rows: EarningRows
  /** Of everything: which columns there are. */
  total: EarningSums
  /** Narrows the page to one row; null where it is narrowed to one already. */
  onOnly: ((key: string) => void) | null
  /** A row's trade details; null where they cannot be listed. */
  pathOf: (row: EarningRow) => string | null
}

/** Revenue, cost and margin by one thing, the largest first. */
export function EarningTable({ part, rows, total, onOnly, pathOf }: EarningTableProps) {
  const t = useT('earnings')
  const figures = useT('figures')
  const id = useId()
  const countries = useDict('country')
  const nameOf = (row: EarningRow) =>
    part === 'country' && row.key !== null
      ? (countries.find(({ value }) => value === row.key)?.text ?? row.text)
      : row.text
  const columns = linesOf(total)
  const rate = total.margin !== null
  return (
    <section className="earn-box" aria-label={t(`by.${part}`)}>
      <h2 id={id}>{t(`by.${part}`)}</h2>
      <div className="earn-scroll" tabIndex={0} role="group" aria-labelledby={id}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(`by.${part}`)}</th>
              {columns.map(({ key }) => (
                <th key={key} scope="col">
                  {figures(key)}
                </th>
              ))}
              {rate && <th scope="col">{t('rate')}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.top.map((row) => {
              const path = pathOf(row)
              const { key } = row
              return (
                <tr key={key ?? ''}>
                  <th scope="row">
                    {key !== null && onOnly ? (
                      <Button
                        type="link"
                        size="small"
                        title={t('only', { name: nameOf(row) })}
                        onClick={() => onOnly(key)}
                      >
                        {nameOf(row)}
                      </Button>
                    ) : (
                      nameOf(row)
                    )}
                  </th>
                  {columns.map(({ key: column }) => (
                    <td
                      key={column}
                      className="py-num"
                      data-loss={isLoss(row[column]) || undefined}
                    >
                      {path && column === 'revenue' ? (
                        <Link
                          to={path}
                          aria-label={`${t('trades', { name: nameOf(row) })}: ${formatNumber(row[column])}`}
                        >
                          {formatNumber(row[column])}
                        </Link>
                      ) : (
                        formatNumber(row[column])
                      )}
                    </td>
                  ))}
                  {rate && <td className="py-num">{rateOf(row)}</td>}
                </tr>
              )
            })}
            {rows.others && (
              <tr>
                <th scope="row">{t('others')}</th>
                {columns.map(({ key }) => (
                  <td key={key} className="py-num">
                    {formatNumber(rows.others?.[key])}
                  </td>
                ))}
                {rate && <td className="py-num">{rateOf(rows.others)}</td>}
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const isLoss = (sum: string | null): boolean => sum?.startsWith('-') ?? false
