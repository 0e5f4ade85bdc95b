import type { z } from 'zod'
import type { Endpoint } from '#contracts/kit/endpoint.ts'

/** Answers strangers read, or that carry secrets: cut to their contract in every environment. */
const isCut = (endpoint: Endpoint): boolean => endpoint.public === true || endpoint.secret === true

/**
 * The result that goes out. `strict` (tests) refuses a result that lacks what the contract
 * promises, and one that has a key the contract does not name, at any depth. Otherwise what is
 * public or secret loses such keys, and the rest goes out as it is.
 */
export function contractAnswer(endpoint: Endpoint, result: unknown, strict: boolean): unknown {
  if (!strict && !isCut(endpoint)) return result
  return cutTo(endpoint, endpoint.out, result, strict)
}

function cutTo(endpoint: Endpoint, out: z.ZodType, result: unknown, strict = false): unknown {
  const parsed = out.safeParse(result)
  if (!parsed.success)
    throw new Error(
      `${endpoint.path} answers what its contract does not promise: ${parsed.error.message}`,
    )
  if (strict) {
    const extra = unnamedKeys(result, parsed.data)
    if (extra.length > 0)
      throw new Error(`${endpoint.path} answers keys its contract does not name: ${extra.join()}`)
  }
  return parsed.data
}

/** Paths of the keys that parsing took away: schemas drop what they do not name. */
function unnamedKeys(before: unknown, after: unknown, path = ''): string[] {
  if (before === after || !isTree(before) || !isTree(after)) return []
  return Object.entries(before).flatMap(([key, value]) => {
    if (value === undefined) return []
    const here = path === '' ? key : `${path}.${key}`
    return Object.hasOwn(after, key) ? unnamedKeys(value, after[key], here) : [here]
  })
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
