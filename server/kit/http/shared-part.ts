import type { z } from 'zod'
import type { Envelope } from '#contracts/kit/envelope.ts'

/** What the part looks like in JSON: checked and written with its first answer. */
interface Shared {
  schema: z.ZodType
  json: Buffer | null
}
const shared = new WeakMap<object, Shared>()
/** Stands in the JSON where the part comes; never leaves the process. */
const MARK = `"${crypto.randomUUID()}"`

/**
 * Declares `part`, which does not change any more, as one that many answers carry whole: as their
 * result or directly in it. It is cut to its schema and written as JSON once.
 */
export function sharePart<T extends object>(part: T, schema: z.ZodType<T>): T {
  shared.set(part, { schema, json: null })
  return part
}

/** The key of a result under which a shared part lies; null: the result is one itself. */
function keyOf(result: unknown): string | null | undefined {
  if (typeof result !== 'object' || result === null) return undefined
  if (shared.has(result)) return null
  if (Array.isArray(result)) return undefined
  for (const key in result) {
    const value = (result as Record<string, unknown>)[key]
    if (typeof value === 'object' && value !== null && shared.has(value)) return key
  }
  return undefined
}

/**
 * A result without its shared part, and how the part is put back where the rest was cut to the
 * contract. Undefined where there is none.
 */
export function splitShared(result: unknown): { key: string; rest: object } | undefined {
  const key = keyOf(result)
  if (key === undefined || key === null) return undefined
  const { [key]: _, ...rest } = result as Record<string, unknown>
  return { key, rest }
}

/** The envelope as JSON; text, or bytes where a shared part is in it. */
export function envelopeJson(body: Envelope): string | Buffer {
  const { result } = body
  const key = keyOf(result)
  if (key === undefined) return JSON.stringify(body)
  const part = key === null ? (result as object) : (result as Record<string, object>)[key]!
  const mark = MARK.slice(1, -1)
  const [before, after] = JSON.stringify({
    ...body,
    result: key === null ? mark : { ...(result as object), [key]: mark },
  }).split(MARK)
  return Buffer.concat([Buffer.from(before!), jsonOf(part), Buffer.from(after!)])
}

function jsonOf(part: object): Buffer {
  const stored = shared.get(part)!
  stored.json ??= Buffer.from(JSON.stringify(stored.schema.parse(part)))
  return stored.json
}
