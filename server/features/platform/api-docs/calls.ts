import { apiDocs } from '#contracts/platform/operations/api-docs.ts'
import { routePaths } from '#server/features/platform/gateway-routes/index.ts'
import { describeKey, type Examples } from './of-key.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'

/**
 * The API's own description, for administrators: put together at the first asking and kept, and
 * the gateway's routes that are to be named in it.
 */
export function apiDocsCalls(describe: () => Record<string, unknown>, examples: Examples) {
  // A copy: the document is one for all callers, and an answer must not be a way to it.
  return bindEndpoints(apiDocs, {
    ofKey: (ctx, input) => describeKey(ctx, { document: describe(), examples }, input),
    openapi: async (ctx) => {
      const document = describe()
      return { ...document, paths: { ...(document.paths as object), ...(await routePaths(ctx)) } }
    },
  })
}
