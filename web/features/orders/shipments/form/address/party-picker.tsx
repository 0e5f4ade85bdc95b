import { useState } from 'react'
import type { Page } from '#contracts/kit/page.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { consigneeList } from '#contracts/parties/consignees.ts'
import { shipperList } from '#contracts/parties/shippers.ts'
import type { Callable } from '../../../../../kit/http/api.ts'
import { useT } from '../../../../../kit/text/i18n.ts'
import { ChoiceInput } from '../../../../../kit/form/choices/choice-input.tsx'
import { useApi } from '../../../../../kit/http/query.ts'
import { useDebouncedValue } from '../../../../../kit/platform/use-timing.ts'

export type Party = RowOf<typeof shipperList> | RowOf<typeof consigneeList>
const SEARCHED = ['name', 'company', 'phone', 'city'] as const

/** Whose addresses: staff see all of their customers', so the order's customer narrows them. */
export function partyList(of: 'shippers' | 'consignees'): Callable<unknown, Page<Party>> {
  const { method, path } = (of === 'shippers' ? shipperList : consigneeList).endpoints.list
  return { method, path }
}

/** One address of the book by its id. */
export function partyCall(of: 'shippers' | 'consignees'): Callable<{ id: string }, Party> {
  const { method, path } = (of === 'shippers' ? shipperList : consigneeList).endpoints.queryById
  return { method, path }
}

/** Finds a known address by name, company, phone or town and hands it over whole. */
export function PartyPicker({
  of,
  id,
  customerId,
  placeholder,
  onPick,
}: {
  of: 'shippers' | 'consignees'
  id?: string
  customerId: string
  placeholder: string
  onPick: (party: Party) => void
}) {
  const t = useT('shipments')
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const keyword = useDebouncedValue(typed.trim())
  const found = useApi(
    partyList(of),
    {
      pageNo: 1,
      pageSize: 20,
      ...(customerId ? { customerId } : {}),
      ...(keyword
        ? {
            superQueryMatchType: 'or',
            superQueryParams: JSON.stringify(
              SEARCHED.map((field) => ({ field, rule: 'like', val: keyword })),
            ),
          }
        : {}),
    },
    { enabled: open, keepPrevious: true, quiet: true },
  )
  const parties = found.data?.records ?? []
  return (
    <ChoiceInput
      {...(id ? { id } : {})}
      className="order-picker"
      size="small"
      aria-label={placeholder}
      placeholder={placeholder}
      value={null}
      popupMatchSelectWidth={360}
      clearable={false}
      onTyped={setTyped}
      pending={typed.trim() !== keyword || found.isFetching}
      onOpenChange={setOpen}
      loading={open && found.isFetching}
      options={parties.map((party) => ({
        value: party.id,
        label: [party.name, party.company, party.city, party.country].filter(Boolean).join(' · '),
      }))}
      onChange={(id) => {
        const party = parties.find((one) => one.id === id)
        if (party) onPick(party)
      }}
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
