import { useState } from 'react'
import { ChoiceInput } from '../kit/form/choices/choice-input.tsx'
import { chosenOf } from '../kit/form/choices/chosen.ts'
import type { ChoiceProps } from '../kit/form/choices/dict-select.tsx'
import { useLang, useT } from '../kit/text/i18n.ts'
import { useApi } from '../kit/http/query.ts'
import type { Callable } from '../kit/http/api.ts'

interface Position {
  id: string
  code: string | null
  name: string | null
  nameEn: string | null
}
// The family's selectors take the whole list at once (wire.md §2); a house has dozens of positions.
const list: Callable<{ pageSize: string; column: string; order: string }, { records: Position[] }> =
  { method: 'GET', path: '/sys/position/list' }

/** Positions by name or code. A user's form sends codes; `by: 'id'` where a row is meant. */
export function PositionSelect({
  value = null,
  onChange,
  many = false,
  by = 'code',
  ...rest
}: ChoiceProps & { by?: 'code' | 'id' }) {
  const t = useT()
  const english = useLang() === 'en_US'
  const [open, setOpen] = useState(false)
  const chosen = chosenOf(value, many)
  const found = useApi(
    list,
    { pageSize: '200', column: 'code', order: 'asc' },
    { enabled: open || chosen.length > 0, staleTime: 60_000, quiet: true },
  )
  return (
    <ChoiceInput
      {...rest}
      many={many}
      list="positions"
      loading={found.isFetching}
      onOpenChange={setOpen}
      value={many ? chosen : (chosen[0] ?? null)}
      {...(onChange ? { onChange } : {})}
      options={(found.data?.records ?? []).map((position) => ({
        value: (by === 'id' ? position.id : position.code) ?? position.id,
        label: (english && position.nameEn) || position.name || position.code || position.id,
        names: [position.code, position.name, position.nameEn].filter((name) => name !== null),
      }))}
      notFoundContent={
        found.isPending
          ? t('state.loading')
          : found.isError
            ? t('failure.loading')
            : t('empty.noMatch')
      }
    />
  )
}
