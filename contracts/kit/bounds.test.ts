import { expect, test } from 'vitest'
import { z } from 'zod'
import { cruds, features } from '../catalogue.ts'
import type { Endpoint } from './endpoint.ts'
import { idList, idText, partOf } from './envelope.ts'

const INT = 2_147_483_647
const BIGINT = 9_223_372_036_854_775_807n

/** Columns of fifteen digits: the serials of number segments. */
const SERIALS = ['/erp/numberSegment/extend.endNo', '/erp/numberSegment/trial.from']

/** Whole numbers of a JSON schema that may be larger than a column of the database. */
function unbounded(node: unknown, at: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, maximum, exclusiveMaximum } = node as Record<string, unknown>
  const beyond = type === 'integer' && Number(maximum ?? exclusiveMaximum ?? Infinity) > INT
  return [
    ...(beyond ? [at] : []),
    ...Object.entries(node).flatMap(([key, value]) => unbounded(value, `${at}.${key}`)),
  ]
}

test('a whole number beyond the database is refused at its field by every call', () => {
  const found = Object.values(features).flatMap((endpoints) =>
    Object.values(endpoints).flatMap((endpoint) => {
      const schema = z.toJSONSchema(endpoint.in, { unrepresentable: 'any', io: 'output' })
      return unbounded(schema, endpoint.path).map((place) => place.replaceAll('.properties', ''))
    }),
  )
  expect(found.filter((place) => !place.includes('$defs'))).toEqual(SERIALS)
})
test('an id beyond the database is refused like one that is none', () => {
  expect(idText.safeParse(String(BIGINT)).success).toBe(true)
  for (const schema of [idText, idList, partOf]) {
    const refused = schema.safeParse(String(BIGINT + 1n))
    expect(refused.error?.issues.map(({ message }) => message)).toEqual(['field.ref'])
  }
})

test('every list and export ignores parameters it does not know, as the wire has them', () => {
  // wire.md §2: clients send `_t` and `field` with stray values to each of them.
  const stray = { _t: '1763882000000', field: 'id,,username,undefined,action', noSuchField: 'x' }
  const lists = [...cruds.map((of) => of.endpoints), ...Object.values(features)]
    .flatMap((of): Endpoint[] => Object.values(of))
    .filter(({ method, path }) => method === 'GET' && /\/(?:list|exportXls)$/.test(path))
  expect(lists.length).toBeGreaterThan(60)
  const refused = lists.flatMap(({ path, in: input }) => {
    const read = input.safeParse(stray)
    const issues: readonly { code?: string }[] = read.error?.issues ?? []
    const strict = issues.some(({ code }) => code === 'unrecognized_keys')
    const present = read.success && Object.hasOwn(Object(read.data), 'noSuchField')
    return strict || present ? [path] : []
  })
  expect(refused).toEqual([])
})

test('an id that was left empty is missing, not unknown', () => {
  const codes = (text: string) => idText.safeParse(text).error?.issues.map(({ message }) => message)
  expect(codes('')).toEqual(['field.required'])
  expect(codes('x')).toEqual(['field.ref'])
})
