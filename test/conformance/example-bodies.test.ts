import { expect, test } from 'vitest'
import { cruds, features } from '#contracts/catalogue.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { schemaFor, withParts, type JsonSchema } from '#server/kit/http/description/api-schema.ts'
import type { Schema } from '../../web/features/platform/api-docs/api-document.ts'
import { curlOf } from '../../web/features/platform/api-docs/curl.ts'

/** What is filled in by hand stands in capitals. */
const BLANK = /^[A-Z0-9_]+$/
/** What may be put there, the first that is taken. */
const FILLED = ['1', '2026-11-23', '2026-11-23T00:00:00Z', 'EUR', 'a@example.com', '12:30', '1.5']

const calls: Endpoint[] = [
  ...Object.values(features).flatMap((one) => Object.values(one) as Endpoint[]),
  ...cruds.flatMap((one) => one.verbs.map((verb) => one.endpoints[verb] as Endpoint)),
].filter(({ method }) => method !== 'GET')

function bodyOf({ method, path, in: shape }: Endpoint): unknown {
  const schemas: Record<string, JsonSchema> = {}
  const schema = withParts(schemaFor(shape, 'input'), 'Part', schemas) as Schema
  const text = curlOf(
    { info: { title: '', version: '' }, paths: {}, components: { schemas } as never },
    {
      method,
      path,
      operation: {
        operationId: path,
        tags: [],
        responses: {},
        'x-access': 'public',
        requestBody: { content: { 'application/json': { schema } } },
      },
    },
    'https://x',
    'en_US',
  )
  return JSON.parse(/-d '([^]*)'$/.exec(text)![1]!.replaceAll(`'\\''`, "'"))
}

/** The fields an example is refused for, its blanks filled in. */
function refusedOf(call: Endpoint): string[] {
  const body = bodyOf(call)
  const issues = () => call.in.safeParse(body).error?.issues ?? []
  const given = new Set<string>()
  // A check of a whole shape runs once its fields are sound: blanks come in turns.
  for (let turn = 0; turn < 5; turn++)
    for (const { path } of issues()) {
      const name = path.join('.')
      const last = path.at(-1)
      const at = path
        .slice(0, -1)
        .reduce<unknown>((so, key) => Reflect.get(so as object, key), body)
      if (last === undefined || typeof at !== 'object' || at === null) continue
      const blank: unknown = Reflect.get(at, last)
      if (typeof blank !== 'string' || !BLANK.test(blank)) continue
      const takes = (value: string) =>
        Reflect.set(at, last, value) && !issues().some((one) => one.path.join('.') === name)
      given.add(name)
      if (!FILLED.some(takes)) Reflect.set(at, last, blank)
    }
  return issues().flatMap(({ path, message }) =>
    given.has(path.join('.')) ? [] : [`${call.path}: ${path.join('.')} ${message}`],
  )
}

test('the example of every call has what the call needs', () => {
  expect(calls.length).toBeGreaterThan(500)
  expect(calls.flatMap(refusedOf)).toEqual([])
})
