import { expect, test } from 'vitest'
import { z } from 'zod'
import { cruds, features } from '../catalogue.ts'
import { isBulk, type Endpoint } from './endpoint.ts'
import { bulkResult, idList } from './envelope.ts'
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

/** Reads about the rows of a page, or about a few that were chosen. */
const SHORT_LISTS = [
  '/erp/predictedBatch/counts',
  '/erp/outPackage/counts',
  '/erp/outBatch/counts',
  '/erp/outTrack/claims',
  '/erp/numberPool/counts',
  '/erp/numberSegment/counts',
  '/erp/userDepot/label',
  '/rwms/attachment/zip',
  '/erp/account/figures',
  '/erp/trade/questionStates',
  '/erp/shipper/usage',
  '/erp/consignee/usage',
  '/erp/document/print',
  '/erp/stockNotice/counts',
  '/erp/stockShortage/incoming',
  '/erp/fbaOrder/readiness',
  '/sys/annountCement/readCounts',
  '/sys/sysDepart/removal',
  '/sys/user/queryByIds',
]

test('up to 1000 ids go in a body: proxies refuse such an address as too long', () => {
  const takesIds = ({ in: of }: Endpoint) =>
    Object.values((of as { shape?: object }).shape ?? {}).includes(idList)
  const found = calls.filter((call) => call.method === 'GET' && takesIds(call))
  expect(found.map(({ path }) => path).toSorted()).toEqual(SHORT_LISTS.toSorted())
})

test('a call is a bulk call by its rows, also with a sum next to them', () => {
  const answering = (out: z.ZodType): Endpoint => ({
    method: 'PUT',
    path: '/erp/x/do',
    perm: 'x:do',
    in: z.object({}),
    out,
  })
  expect(isBulk(answering(bulkResult))).toBe(true)
  expect(isBulk(answering(bulkResult.extend({ sums: z.array(z.string()) })))).toBe(true)
  expect(isBulk(answering(z.object({ rows: z.array(z.string()) })))).toBe(false)
  expect(isBulk(answering(z.null()))).toBe(false)
})
