import { expect, test } from 'vitest'
import { cruds, features } from '../catalogue.ts'
import type { Endpoint } from './endpoint.ts'
import { subAccountList } from '../platform/people/sub-accounts.ts'
import { dictList } from '../platform/lists/dictionaries.ts'

const calls: Endpoint[] = [
  ...Object.values(features).flatMap((feature) => Object.values(feature)),
  ...[...cruds, subAccountList, dictList].flatMap((of): Endpoint[] =>
    of.offered.map((verb) => of.endpoints[verb]),
  ),
]

test('what a call touches can be asked for: its paths are of calls that read', () => {
  const read = calls
    .filter(({ method, touches }) => method === 'GET' && !touches)
    .map(({ path }) => path)
  const unknown = calls.flatMap(({ path, touches = [] }) =>
    touches
      .filter((prefix) => !read.some((one) => one === prefix || one.startsWith(`${prefix}/`)))
      .map((prefix) => `${path} touches ${prefix}`),
  )
  expect(unknown).toEqual([])
})

test('what is added, edited or deleted makes its own list outdated', () => {
  for (const of of cruds)
    for (const verb of of.verbs)
      if (['add', 'edit', 'delete', 'deleteBatch', 'importExcel'].includes(verb))
        expect(of.endpoints[verb], `${of.name}.${verb}`).toMatchObject({
          touches: expect.arrayContaining([of.path]) as string[],
        })
})
