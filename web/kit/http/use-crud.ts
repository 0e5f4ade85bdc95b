import { useQuery } from '@tanstack/react-query'
import type { Crud } from '#contracts/kit/crud.ts'
import { loadCrud } from './load-crud.ts'

/** undefined while it loads, null when the name is unknown. */
export function useCrud(name: string): Crud | null | undefined {
  return useQuery({
    queryKey: ['crud', name],
    queryFn: () => loadCrud(name),
    staleTime: Infinity,
    retry: false,
    enabled: name !== '',
  }).data
}
