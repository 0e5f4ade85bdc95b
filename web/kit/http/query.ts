import {
  keepPreviousData,
  QueryClient,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { ApiError, call, type Callable } from './api.ts'
import { NO_ANSWER } from './api-error.ts'

export { keepPreviousData }

/**
 * One client for the page. Ten seconds of freshness: switching tabs back and forth must not ask
 * again.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) =>
        error instanceof ApiError &&
        (error.status === NO_ANSWER || error.status === 502) &&
        count < 1,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
})

export interface ApiOptions<O> {
  enabled?: boolean
  /** Keep showing the last answer while the next one loads. */
  keepPrevious?: boolean
  staleTime?: number
  /** Or by what was answered last: what is under way is looked at more often. */
  refetchInterval?: number | false | ((last: O | undefined) => number | false)
  quiet?: boolean
  initialData?: O
}

/**
 * A call as a query: cached under its path and input, cancelled when nothing waits for it any more.
 */
export function useApi<I, O>(
  endpoint: Callable<I, O>,
  input: NoInfer<I>,
  options: ApiOptions<O> = {},
): UseQueryResult<O, ApiError> {
  const { keepPrevious, quiet, initialData, refetchInterval, ...rest } = options
  return useQuery<O, ApiError>({
    queryKey: keyOf(endpoint, input),
    queryFn: async ({ signal }) => await call(endpoint, input, { signal, quiet: quiet ?? false }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(initialData === undefined ? {} : { initialData }),
    ...(refetchInterval === undefined
      ? {}
      : {
          refetchInterval:
            typeof refetchInterval === 'function'
              ? ({ state }) => refetchInterval(state.data)
              : refetchInterval,
        }),
    ...rest,
  })
}

export function keyOf(endpoint: Pick<Callable, 'path'>, input?: unknown): readonly unknown[] {
  return input === undefined ? [endpoint.path] : [endpoint.path, input]
}

/**
 * Marks answers as outdated: every query that one of the calls touches by its contract is fetched
 * again where it is on the screen. Actions do so by themselves; this is for what becomes known in
 * another way (a job that ended, a message).
 */
export function useInvalidate(): (...calls: Pick<Callable, 'touches'>[]) => Promise<void> {
  const client = useQueryClient()
  return async (...calls) => {
    const prefixes = calls.flatMap(({ touches }) => touches ?? [])
    if (prefixes.length > 0) await invalidatePaths(prefixes, client)
  }
}

/** The same by paths of calls, with all below them. */
export async function invalidatePaths(
  prefixes: readonly string[],
  client: QueryClient = queryClient,
): Promise<void> {
  await client.invalidateQueries({
    predicate: (query) => {
      const path = query.queryKey[0]
      return (
        typeof path === 'string' &&
        prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
      )
    },
  })
}
