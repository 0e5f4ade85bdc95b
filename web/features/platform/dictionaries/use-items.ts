import { type DictItemRow, type DictRow } from '#contracts/platform/lists/dictionaries.ts'
import { dictItems } from '#contracts/platform/lists/dictionaries.items.ts'
import { nameOf } from '#contracts/kit/names.ts'
import { useLang } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'

const SIZE = 200
/** All items of a dictionary in their order: the longest has two pages. */
export function useItems(dictId: string) {
  const first = useApi(dictItems.list, { dictId, pageNo: '1', pageSize: String(SIZE) } as never, {
    staleTime: 0,
  })
  const total = first.data?.total ?? 0
  const second = useApi(dictItems.list, { dictId, pageNo: '2', pageSize: String(SIZE) } as never, {
    staleTime: 0,
    enabled: total > SIZE,
  })
  const items: readonly DictItemRow[] = [
    ...(first.data?.records ?? []),
    ...(total > SIZE ? (second.data?.records ?? []) : []),
  ]
  const whole = items.length >= total
  return {
    items,
    whole,
    pending: first.isPending || !whole,
    error: first.error ?? second.error,
    refetch: () => {
      void first.refetch()
      if (total > SIZE) void second.refetch()
    },
  }
}

/** A dictionary's name for who reads it. */
export function useDictName(dict: DictRow): string {
  return nameOf(dict, useLang(), 'dictName')
}
