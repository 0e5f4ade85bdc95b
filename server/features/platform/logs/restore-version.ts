import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { writable } from '#contracts/kit/entity.ts'
import type { dataLogs } from '#contracts/platform/operations/logs.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failDenied, failFields, failMissing } from '#server/kit/http/errors.ts'
import { issuesOf } from '#server/kit/http/mount.ts'
import { editorOf } from '#server/kit/resource/crud.ts'
import { rowById, visibleFields } from '#server/kit/resource/resource-rows.ts'
import { idOf, linesOf, mayRestore, type Stored } from './data-logs.ts'
import { versionsOf } from './versions.ts'

/** What the log shows of a secret. */
const MASKED = '***'

/**
 * An old version's values, put back into the record as any edit would: the entity's own rights,
 * checks, hooks and version hold, and the change is logged like every other. What the log does not
 * know of that version stays as it is.
 * @throws Refusal `dataLog.cannotRestore` for records the kit does not edit, `dataLog.same` where
 * nothing would change
 */
export async function restoreVersion(
  ctx: Ctx,
  { id, version }: In<typeof dataLogs.restore>,
): Promise<Out<typeof dataLogs.restore>> {
  const line =
    (
      await sql<{
        dataTable: string
        dataId: string
      }>`select l.table_name as data_table, l.row_id as data_id
        from ${ctx.rows('dataLog').as('l')} where l.id = ${id.replace('-', '')}`.execute(ctx.db)
    ).rows[0] ?? failMissing()
  const { dataTable, dataId } = line
  const lines = await linesOf(ctx, dataTable, dataId)
  const editor = editorOf(dataTable) ?? fail('dataLog.cannotRestore')
  if (!mayRestore(ctx, dataTable)) failDenied()
  const { of } = editor
  const now = (await rowById(ctx, of, dataId))?.wire ?? fail('dataLog.gone')
  const then = valuesAt(lines, id)
  const fields = Object.fromEntries(writable(visibleFields(ctx, of.fields)))
  const changed = Object.keys(fields).filter(
    (name) => name in then && JSON.stringify(then[name]) !== JSON.stringify(now[name] ?? null),
  )
  if (changed.length === 0) fail('dataLog.same')
  const body = {
    ...Object.fromEntries(Object.keys(fields).map((name) => [name, now[name]])),
    ...Object.fromEntries(changed.map((name) => [name, then[name]])),
  }
  const parsed = of.endpoints.edit.in.safeParse({ ...body, id: dataId, version })
  if (!parsed.success) failFields(issuesOf(parsed.error))
  const { id: _, version: __, ...draft } = parsed.data
  const row = await editor.edit(ctx, dataId, version, draft)
  return { dataTable, dataId, version: row.version }
}

/**
 * Every field the log speaks of, as it was after that line; null where it was empty then. Secrets
 * are not among them.
 */
function valuesAt(lines: readonly Stored[], id: string): Record<string, unknown> {
  const { content } = versionsOf(lines).find((version) => idOf(version) === id) ?? failMissing()
  const named = new Set(lines.flatMap(({ diff }) => Object.keys(diff)))
  return Object.fromEntries(
    [...named]
      .map((name) => [name, content[name] ?? null] as const)
      .filter(([, value]) => value !== MASKED),
  )
}
