import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useT, type T } from '../../../kit/text/i18n.ts'

/** Errors drawn; all are counted. */
const SHOWN = 100

/** What closes the import of a file: all rows, or where some were refused the good ones. */
export function takeButtons({
  t,
  busy,
  tried,
  onTake,
}: {
  t: T
  busy: boolean
  /** What the trial found; null before it. */
  tried: { added: number; refused: number } | null
  onTake: (mode: 'all' | 'good') => void
}): ReactNode[] {
  return [
    ...(tried && tried.refused > 0 && tried.added > 0
      ? [
          <Button key="good" loading={busy} onClick={() => onTake('good')}>
            {t('import.good', { count: tried.added })}
          </Button>,
        ]
      : []),
    <Button
      key="all"
      type="primary"
      disabled={!tried || tried.refused > 0 || tried.added === 0}
      loading={busy}
      onClick={() => onTake('all')}
    >
      {t('import.all')}
    </Button>,
  ]
}

export function FileField({ onChoose }: { onChoose: (file: File | null) => void }) {
  const t = useT('zones')
  return (
    <label>
      {t('file')}
      <input
        type="file"
        accept=".csv,.txt,.tsv,.xlsx"
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
      />
    </label>
  )
}

interface LineError {
  row: number
  column: string
  code?: string
  message: string
}
/** What was refused, by row and column. */
export function ErrorLines({ errors, refused }: { errors: readonly LineError[]; refused: number }) {
  const t = useT('zones')
  if (errors.length === 0) return null
  return (
    <ul className="zone-codes">
      {errors.slice(0, SHOWN).map(({ row, column, code, message }) => (
        <li key={`${row}/${column}/${code ?? ''}`} data-bad="true">
          {t('import.error', { row, column, message })}
        </li>
      ))}
      {refused > SHOWN && <li>… {t('coverage.more', { count: refused - SHOWN })}</li>}
    </ul>
  )
}
