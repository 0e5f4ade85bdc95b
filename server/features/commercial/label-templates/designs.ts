import { sql } from 'kysely'
import type { Design, DesignState } from '#contracts/commercial/labels/designs.ts'
import { labelDocument, type LabelDocument } from '#contracts/commercial/labels/document.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failConflict, failMissing } from '#server/kit/http/errors.ts'
import { builtInLayout } from './drawing/layout.ts'
import { labelSizes, type LabelSize } from './drawing/model.ts'

export interface Template {
  id: string
  code: string
  name: string
  nameEn: string | null
  size: string
  footer: string | null
  showSender: boolean
  showReference: boolean
  showQr: boolean
  /** The published version. */
  designId: string | null
}
export interface DesignRow {
  id: string
  versionNo: number
  remark: string | null
  publishedAt: string | null
  publishedBy: string | null
  updateBy: string | null
  updateTime: string | null
  version: number
}

export async function readTemplate(ctx: Ctx, id: string): Promise<Template> {
  const found = await sql<Template>`select t.id, t.code, t.name, t.name_en, t.size, t.footer,
      t.show_sender, t.show_reference, t.show_qr, t.design_id
    from ${ctx.rows('labelTemplate').as('t')} where t.id = ${id}`.execute(ctx.db)
  return found.rows[0] ?? failMissing()
}

/** All that changes a template's versions locks the template first. */
export async function lockTemplate(tx: Tx, id: string): Promise<Template> {
  await sql`select 1 from label_template as t where ${tx.rows('labelTemplate').where('t')}
    and t.id = ${id} for no key update`.execute(tx.db)
  return readTemplate(tx, id)
}

/** Newest first. */
export async function readDesigns(ctx: Ctx, templateId: string): Promise<DesignRow[]> {
  return (
    await sql<DesignRow>`select d.id, d.version_no, d.remark, d.published_at, d.published_by,
        coalesce(d.update_by, d.create_by) as update_by,
        coalesce(d.update_time, d.create_time) as update_time, d.version
      from ${ctx.rows('labelDesign').as('d')} where d.template_id = ${templateId}
      order by d.version_no desc`.execute(ctx.db)
  ).rows
}

export const stateOf = (row: DesignRow, template: Template): DesignState =>
  row.publishedAt === null ? 'draft' : row.id === template.designId ? 'published' : 'retired'

export const shownDesign = (row: DesignRow, template: Template): Design => ({
  ...row,
  state: stateOf(row, template),
})

export const draftOf = (rows: readonly DesignRow[]): DesignRow | undefined =>
  rows.find(({ publishedAt }) => publishedAt === null)

/** Refused where it was changed since; with the row as it is. */
export function requireCurrent(
  row: DesignRow | undefined,
  known: number,
  template: Template,
): DesignRow {
  if (!row) failMissing()
  if (row.version !== known) failConflict('row.stale', shownDesign(row, template))
  return row
}

/** Documents are checked when they are stored; one of an older shape is read as far as it goes. */
export async function readDocument(ctx: Ctx, designId: string): Promise<LabelDocument> {
  const found = await sql<{ document: unknown }>`select d.document
    from ${ctx.rows('labelDesign').as('d')} where d.id = ${designId}`.execute(ctx.db)
  const [row] = found.rows
  return row ? labelDocument.parse(row.document) : failMissing()
}

/** What a template draws that no version was published of. */
export const builtInOf = ({ size }: Pick<Template, 'size'>): LabelDocument =>
  builtInLayout(sizeNamed(size)).document

/** The built-in layout a size names; the usual one where it names none. */
export const sizeNamed = (size: string | null): LabelSize =>
  size !== null && Object.hasOwn(labelSizes, size) ? (size as LabelSize) : '100x150'

export async function insertDesign(
  tx: Tx,
  templateId: string,
  document: LabelDocument,
  remark: string | null,
): Promise<string> {
  const made = await sql<{ id: string }>`insert into label_design (tenant_id, template_id,
      version_no, document, remark, create_by)
    select t.tenant_id, t.id,
      (select coalesce(max(d.version_no), 0) + 1 from label_design d
        where d.tenant_id = t.tenant_id and d.template_id = t.id),
      ${JSON.stringify(document)}::jsonb, ${remark}, ${tx.principal.username}
    from ${tx.rows('labelTemplate').as('t')} where t.id = ${templateId} returning id`.execute(tx.db)
  return made.rows[0]!.id
}
