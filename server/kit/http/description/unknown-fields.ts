import { z } from 'zod'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { Principal } from '../../access/principal.ts'
import { failFields, type RawIssue } from '../errors.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Refuses what a program with a key sent and the call does not have: it would be dropped without a
 * word. What its own answer carries is no mistake: a program may send a row back as it read it.
 */
export function withoutUnknown<T>(
  principal: Principal | null | undefined,
  endpoint: Endpoint,
  sent: object,
  taken: T,
): T {
  if (principal?.keyId === undefined) return taken
  const issues = pathsLeftOut(sent, taken, '')
    .filter((path) => !isAnswered(endpoint.out, path.split('.')))
    .slice(0, 100)
    .map((path): RawIssue => ({ path, code: 'field.notKnown' }))
  if (issues.length > 0) failFields(issues)
  return taken
}

/** Whether an answer of this shape has a value there. */
function isAnswered(shape: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true
  if (
    shape instanceof z.ZodNullable ||
    shape instanceof z.ZodOptional ||
    shape instanceof z.ZodDefault
  )
    return isAnswered(shape.unwrap(), [name, ...rest])
  if (shape instanceof z.ZodArray) return isAnswered(shape.element, rest)
  return shape instanceof z.ZodObject && name in shape.shape && isAnswered(shape.shape[name], rest)
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
