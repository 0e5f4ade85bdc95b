import { sql } from 'kysely'
import type { labelDesigns } from '#contracts/commercial/labels/designs.ts'
import type { LabelDocument } from '#contracts/commercial/labels/document.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failConflict, failDuplicate, failMissing } from '#server/kit/http/errors.ts'
import { checkDocument, worded } from './check/check-document.ts'
import {
  builtInOf,
  draftOf,
  insertDesign,
  lockTemplate,
  readDesigns,
  readDocument,
  readTemplate,
  requireCurrent,
  shownDesign,
} from './designs.ts'
import { loadPictures } from './layouts.ts'
import { requirePictures } from './pictures.ts'
import { sizeOfDocument } from './sizes.ts'

/** Stores the draft, or makes it; errors keep it from being published only. */
export async function saveDraft(
  ctx: Ctx,
  { id, version: known, document, remark }: In<typeof labelDesigns.saveDraft>,
): Promise<Out<typeof labelDesigns.saveDraft>> {
  // Drawn before anything is locked.
  const pictures = await loadPictures(ctx, [document])
  const found = await checkDocument(document, pictures, { readBack: false })
  const design = await inTx(ctx, async (tx) => {
    const template = await lockTemplate(tx, id)
    await requirePictures(tx, document)
    const draft = draftOf(await readDesigns(tx, id))
    if (known === null) {
      if (draft) failConflict('row.stale', shownDesign(draft, template))
      const made = await insertDesign(tx, id, document, remark)
      await tx.audit('label_design', made, 'add', null, { templateId: id, document, remark })
    } else await changeDraft(tx, requireCurrent(draft, known, template).id, document, remark)
    return shownDesign(draftOf(await readDesigns(tx, id))!, template)
  })
  return { design, findings: worded(ctx.lang, found) }
}

async function changeDraft(
  tx: Tx,
  id: string,
  document: LabelDocument,
  remark: string | null,
): Promise<void> {
  await change(tx, 'labelDesign', { id }, { document, remark })
}

export function dropDraft(
  ctx: Ctx,
  { id, version: known }: In<typeof labelDesigns.dropDraft>,
): Promise<null> {
  return inTx(ctx, async (tx) => {
    const template = await lockTemplate(tx, id)
    const draft = requireCurrent(draftOf(await readDesigns(tx, id)), known, template)
    await sql`delete from label_design as d
      where ${tx.rows('labelDesign').where('d')} and d.id = ${draft.id}`.execute(tx.db)
    await tx.audit('label_design', draft.id, 'delete', { versionNo: draft.versionNo }, null)
    return null
  })
}

/** A new template whose draft is a document of another one, with its switches and footer. */
export function copyTemplate(
  ctx: Ctx,
  { id, designId, code, name, nameEn }: In<typeof labelDesigns.copy>,
): Promise<Out<typeof labelDesigns.copy>> {
  return inTx(ctx, async (tx) => {
    const template = await readTemplate(tx, id)
    const rows = await readDesigns(tx, id)
    const chosen = designId
      ? (rows.find((row) => row.id === designId) ?? failMissing()).id
      : (draftOf(rows)?.id ?? template.designId)
    const document = chosen ? await readDocument(tx, chosen) : builtInOf(template)
    const made = await sql<{ id: string }>`insert into label_template (tenant_id, code, name,
        name_en, size, show_sender, show_reference, show_qr, footer, remark, create_by)
      select t.tenant_id, ${code}, ${name}, ${nameEn || null}, ${sizeOfDocument(document)},
        t.show_sender, t.show_reference, t.show_qr, t.footer, t.remark, ${tx.principal.username}
      from ${tx.rows('labelTemplate').as('t')} where t.id = ${id}
      on conflict (tenant_id, code) do nothing returning id`.execute(tx.db)
    const copy = made.rows[0] ?? failDuplicate('code', code)
    await tx.audit('label_template', copy.id, 'add', null, { code, name, nameEn, copyOf: id })
    const draft = await insertDesign(tx, copy.id, document, null)
    await tx.audit('label_design', draft, 'add', null, { templateId: copy.id, document })
    return { id: copy.id }
  })
}
