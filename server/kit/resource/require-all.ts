import { Refusal, type RawIssue } from '../http/errors.ts'

/**
 * Makes every check, so that all that is wrong is named at once. The first refusal is thrown, with
 * the reasons of the others; one that is about no field has an empty path.
 */
export async function requireAll(checks: readonly (() => Promise<void>)[]): Promise<void> {
  const refusals: Refusal[] = []
  for (const check of checks) {
    try {
      await check()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refusals.push(error)
    }
  }
  const [first] = refusals
  if (!first) return
  if (refusals.length === 1) throw first
  const { code, data, body, http } = first
  throw new Refusal(code, { data, body, http, issues: refusals.flatMap(issuesOf) })
}

const issuesOf = ({ code, data, issues }: Refusal): RawIssue[] =>
  issues.length > 0 ? issues : [{ path: '', code, data }]
