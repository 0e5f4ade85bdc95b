import { expect, test } from 'vitest'
import { z } from 'zod'
import { cruds, features } from '../catalogue.ts'
import type { Endpoint } from './endpoint.ts'

/** Pages of these ask with parameters of their own that mean nothing to a report. */
const REPORTS = /^\/online\//

test('every call that answers page by page refuses a filter it does not know', () => {
  const calls = [
    ...Object.values(features),
    ...cruds.map((crud) => crud.endpoints as unknown as Record<string, Endpoint>),
  ].flatMap((group) => Object.values(group))
  const paged = calls.filter((call) => paging(call) && !REPORTS.test(call.path))
  expect(paged.length).toBeGreaterThan(60)
  const deaf = paged.filter((call) => !refuses(call, 'noSuchFilter'))
  expect(deaf.map(({ path }) => path)).toEqual([])
  const narrow = paged.filter((call) => refuses(call, 'column', 'createTime'))
  expect(narrow.map(({ path }) => path)).toEqual([])
})

const paging = (call: Endpoint): boolean =>
  call.method === 'GET' && call.in instanceof z.ZodObject && 'pageNo' in call.in.shape

function refuses(call: Endpoint, name: string, value = 'x'): boolean {
  const { error } = call.in.safeParse({ [name]: value })
  return (error?.issues ?? []).some(({ path, message }) =>
    name === 'column' ? path[0] === name : path[0] === name && message === 'filter.unknown',
  )
}
