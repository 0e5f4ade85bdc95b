import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'

/** OpenAPI 3.1, generated from the contracts. */
export const apiDocs = endpoints({
  openapi: {
    method: 'GET',
    path: '/sys/api/openapi',
    perm: 'sys:api:view',
    in: z.object({}),
    out: z.record(z.string(), z.unknown()),
  },
})
