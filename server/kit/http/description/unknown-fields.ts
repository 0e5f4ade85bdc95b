import { z } from 'zod'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { Principal } from '../../access/principal.ts'
import { failFields, type RawIssue } from '../errors.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Refuses what a program with a key sent and the call does not have: it would be dropped without a
 * word. What its own answer
 * carries is no mistake: a program may send a row back as it read it.
 */
export function withoutUnknown<T>(
  principal: Principal | null | undefined,
  endpoint: Endpoint,
  sent: object,
  taken: T,
): T {
  if (principal?.keyId === undefined) return taken
  const answered = endpoint.out instanceof z.ZodObject ? Object.keys(endpoint.out.shape) : []
  const issues = pathsLeftOut(sent, taken, '')
    .filter((path) => !answered.includes(path))
    .slice(0, 100)
    .map((path): RawIssue => ({ path, code: 'field.notKnown' }))
  if (issues.length > 0) failFields(issues)
  return taken
}

function pathsLeftOut(sent: unknown, taken: unknown, at: string): string[] {
  if (Array.isArray(sent))
    return Array.isArray(taken) && taken.length === sent.length
      ? sent.flatMap((one, index) => pathsLeftOut(one, taken[index], `${at}${index}.`))
      : []
  if (!isObject(sent) || !isObject(taken)) return []
  return Object.entries(sent).flatMap(([key, value]) =>
    key in taken ? pathsLeftOut(value, taken[key], `${at}${key}.`) : [`${at}${key}`],
  )
}
