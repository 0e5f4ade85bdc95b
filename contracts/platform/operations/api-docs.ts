import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { idText } from '../../kit/envelope.ts'

/** OpenAPI 3.1, generated from the contracts. */
export const apiDocs = endpoints({
  openapi: {
    method: 'GET',
    path: '/sys/api/openapi',
    perm: 'sys:api:view',
    in: z.object({}),
    out: z.record(z.string(), z.unknown()),
  },
  /**
   * What a key opens, each call with its name in words; asked with a key its own, else of one of
   * the caller's keys.
   */
  ofKey: {
    method: 'GET',
    path: '/sys/api/ofKey',
    login: true,
    keys: true,
    in: z.object({ keyId: idText.nullish() }),
    out: z.record(z.string(), z.unknown()),
  },
})
