import { z } from 'zod'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { splitShared } from './shared-part.ts'

/** Answers strangers read, or that carry secrets: cut to their contract in every environment. */
const isCut = (endpoint: Endpoint): boolean => endpoint.public === true || endpoint.secret === true

/**
 * The result that goes out. `strict` (tests) refuses a result that lacks what the contract
 * promises, and one that has a key the contract does not name, at any depth. Otherwise what is
 * public or secret loses such keys, and the rest goes out as it is.
 */
export function contractAnswer(endpoint: Endpoint, result: unknown, strict: boolean): unknown {
  if (!strict && !isCut(endpoint)) return result
  const split = strict ? undefined : splitShared(result)
  if (split && endpoint.out instanceof z.ZodObject && split.key in endpoint.out.shape) {
    const { key, rest } = split
    const cut = cutTo(endpoint, outWithout(endpoint.out, key), rest) as object
    return { ...cut, [key]: (result as Record<string, unknown>)[key] }
  }
  return cutTo(endpoint, endpoint.out, result, strict)
}

/** Schemas of answers without their shared part, made once. */
const withoutPart = new WeakMap<z.ZodObject, Map<string, z.ZodType>>()
function outWithout(out: z.ZodObject, key: string): z.ZodType {
  const known = withoutPart.get(out) ?? new Map<string, z.ZodType>()
  withoutPart.set(out, known)
  const rest = Object.entries(out.shape).filter(([name]) => name !== key)
  const made = known.get(key) ?? z.object(Object.fromEntries(rest))
  known.set(key, made)
  return made
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
