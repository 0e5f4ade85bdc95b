import { apiDocs } from '#contracts/platform/operations/api-docs.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'

/**
 * The API's own description, for administrators. It is put together at the first asking and kept.
 */
export function apiDocsCalls(describe: () => Record<string, unknown>) {
  // A copy: the document is one for all callers, and an answer must not be a way to it.
  return bindEndpoints(apiDocs, { openapi: () => Promise.resolve({ ...describe() }) })
}
