import type { Method } from '#contracts/kit/endpoint.ts'
import type { Callable } from './api.ts'

/** Servers and proxies take some 8 kB of address; names and encoding are not counted here. */
const LONG = 3_000

/**
 * A read whose input is too long for an address goes as a POST where the call takes one; the server
 * reads it alike.
 */
export function readable<I, O>(
  endpoint: Callable<I, O> & { also?: readonly Method[] },
  input: NoInfer<I>,
): { endpoint: Callable<I, O>; input: I } {
  if (
    endpoint.method !== 'GET' ||
    !endpoint.also?.includes('POST') ||
    typeof input !== 'object' ||
    input === null
  )
    return { endpoint, input }
  const values = Object.entries(input)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([key, value]) => [key, Array.isArray(value) ? value.join(',') : String(value)] as const)
  if (values.reduce((sum, [, value]) => sum + encodeURIComponent(value).length, 0) <= LONG)
    return { endpoint, input }
  return { endpoint: { ...endpoint, method: 'POST' }, input: Object.fromEntries(values) as I }
}
