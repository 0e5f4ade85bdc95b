import { useQuery } from '@tanstack/react-query'
import type { Resource } from '#contracts/kit/resource.ts'
import { loadResource } from './load-resource.ts'

/** undefined while it loads, null when the name is unknown. */
export function useResource(name: string): Resource | null | undefined {
  return useQuery({
    queryKey: ['resource', name],
    queryFn: () => loadResource(name),
    staleTime: Infinity,
    retry: false,
    enabled: name !== '',
  }).data
}
