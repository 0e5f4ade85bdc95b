import { useId } from 'react'
import type { Page } from '#contracts/kit/page.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { call, type Callable } from '../../../kit/http/api.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useT } from '../../../kit/text/i18n.ts'

interface Row {
  id: string
  no: string
}
const listAt = (path: string): Callable<object, Page<Row>> => ({ method: 'GET', path })

/** The sheet of a scanned number, or null where there is none. */
export async function sheetByNo(path: string, no: string): Promise<string | null> {
  const { records } = await call(listAt(path), { no, pageNo: 1, pageSize: 2 }, { quiet: true })
  return records.find((row) => row.no.toUpperCase() === no.toUpperCase())?.id ?? null
}

/** The sheets in these states, the newest first. */
export const useSheets = (path: string, status: string) =>
  useApi(
    listAt(path),
    { status_MultiString: status, pageNo: 1, pageSize: 100, column: 'createTime', order: 'desc' },
    { keepPrevious: true, quiet: true },
  )

/** The notice, wave or count a station works on, by its number. */
export function SheetChoice({
  path,
  status,
  label,
  id,
  onChange,
}: {
  path: string
  /** States a sheet is worked on in. */
  status: string
  label: string
  id: string | null
  onChange: (id: string | null) => void
}) {
  const t = useT('stock-stations')
  const field = useId()
  const found = useSheets(path, status)
  return (
    <div className="wh-batch">
      <label htmlFor={field}>{label}</label>
      <ChoiceInput
        id={field}
        placeholder={t('choose')}
        value={id}
        options={(found.data?.records ?? []).map((row) => ({ value: row.id, label: row.no }))}
        loading={found.isFetching}
        onChange={(next) => onChange(typeof next === 'string' ? next : null)}
      />
    </div>
  )
}
