import type { Crud } from '#contracts/kit/crud.ts'
import {
  CHECKED_FIELDS,
  CHECKED_FORMS,
  type CheckedForm,
} from '#contracts/platform/rules/checked-fields.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'
import { failedSegment } from './check-rules.ts'

type Row = Readonly<Record<string, unknown>>

/** The hooks of an entity, and its checked fields by the tenant's rules before anything is stored. */
export function keepRules({ name }: Crud, hooks: Hooks = {}): Hooks {
  const checked = CHECKED_FIELDS[name]
  if (!checked) return hooks
  return {
    ...hooks,
    beforeSave: async (tx, draft, before) => {
      await hooks.beforeSave?.(tx, draft, before)
      await requireRules(tx, checked, draft, before)
    },
  }
}

/** What a form's fields fail of the tenant's rules; a value that stays as it was is not judged. */
export const formIssues = (
  ctx: Ctx,
  form: CheckedForm,
  draft: Row,
  before: Row | null,
): Promise<RawIssue[]> => issuesOf(ctx, CHECKED_FORMS[form], draft, before)

/** What was stored under an older rule stays as long as it is not changed. */
async function requireRules(
  tx: Tx,
  checked: Readonly<Record<string, string>>,
  draft: Row,
  before: Row | null,
): Promise<void> {
  const issues = await issuesOf(tx, checked, draft, before)
  if (issues.length > 0) failFields(issues)
}

async function issuesOf(
  tx: Ctx,
  checked: Readonly<Record<string, string>>,
  draft: Row,
  before: Row | null,
): Promise<RawIssue[]> {
  const issues: RawIssue[] = []
  for (const [path, ruleCode] of Object.entries(checked)) {
    const value = draft[path]
    if (typeof value !== 'string' || value === '' || value === before?.[path]) continue
    const failed = await failedSegment(tx, ruleCode, value)
    if (failed) issues.push({ path, code: 'checkRule.failed', data: { text: failed.message } })
  }
  return issues
}
