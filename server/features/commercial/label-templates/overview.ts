import { sql } from 'kysely'
import type { labelOverview, TemplateState } from '#contracts/commercial/labels/overview.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'

interface VersionRow {
  templateId: string
  versionNo: number
  publishedAt: string | null
  changedBy: string | null
  at: string | null
}
interface UseRow {
  templateId: string
  id: string
  code: string
  name: string
}

/** What prints, what is being changed and who uses it, of all templates at once. */
export async function readOverview(ctx: Ctx): Promise<Out<typeof labelOverview.overview>> {
  const templates = await sql<{ id: string }>`select t.id
    from ${ctx.rows('labelTemplate').as('t')}`.execute(ctx.db)
  // The published version and the draft; retired ones are on the template's own page.
  const versions = await sql<VersionRow>`select d.template_id, d.version_no, d.published_at,
      coalesce(d.published_by, d.update_by, d.create_by) as changed_by,
      coalesce(d.published_at, d.update_time, d.create_time) as at
    from ${ctx.rows('labelDesign').as('d')}
      join ${ctx.rows('labelTemplate').as('t')} on t.id = d.template_id
    where d.published_at is null or t.design_id = d.id`.execute(ctx.db)
  const uses = await sql<UseRow>`select s.label_template_id as template_id, s.id, s.code,
      ${nameIn(ctx.lang, 's.name')} as name
    from ${ctx.rows('deliveryService').as('s')}
    where s.label_template_id is not null order by s.code`.execute(ctx.db)
  return {
    templates: templates.rows.map(({ id }) => ({
      id,
      published: versionOf(versions.rows, id, false),
      draft: versionOf(versions.rows, id, true),
      services: uses.rows
        .filter(({ templateId }) => templateId === id)
        .map(({ id: serviceId, code, name }) => ({ id: serviceId, code, name })),
    })),
  }
}

function versionOf(
  rows: readonly VersionRow[],
  id: string,
  draft: boolean,
): TemplateState['published'] {
  const found = rows.find(
    ({ templateId, publishedAt }) => templateId === id && (publishedAt === null) === draft,
  )
  return found ? { versionNo: found.versionNo, at: found.at, changedBy: found.changedBy } : null
}
