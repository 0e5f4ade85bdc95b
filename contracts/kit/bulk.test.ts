import { expect, test } from 'vitest'
import { z } from 'zod'
import { isBulk, type Endpoint } from './endpoint.ts'
import { bulkResult } from './envelope.ts'

const answering = (out: z.ZodType): Endpoint => ({
  method: 'PUT',
  path: '/erp/x/do',
  perm: 'x:do',
  in: z.object({}),
  out,
})

test('a bulk call is one by its rows, also with a sum next to them', () => {
  expect(isBulk(answering(bulkResult))).toBe(true)
  expect(isBulk(answering(bulkResult.extend({ sums: z.array(z.string()) })))).toBe(true)
  expect(isBulk(answering(z.object({ rows: z.array(z.string()) })))).toBe(false)
  expect(isBulk(answering(z.null()))).toBe(false)
})
