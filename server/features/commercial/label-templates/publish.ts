import { sql } from 'kysely'
import type { labelDesigns } from '#contracts/commercial/labels/designs.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failMissing, Refusal } from '#server/kit/http/errors.ts'
import { checkDocument, hasErrors, worded } from './check/check-document.ts'
import {
  draftOf,
  lockTemplate,
  readDesigns,
  readDocument,
  readTemplate,
  requireCurrent,
  shownDesign,
  stateOf,
  type Template,
} from './designs.ts'
import { loadPictures } from './layouts.ts'
import { requirePictures } from './pictures.ts'
import { sizeOfDocument } from './sizes.ts'

/** Labels are drawn by the draft from now on. What was checked is what is published. */
export async function publishDesign(
  ctx: Ctx,
  { id, version: known }: In<typeof labelDesigns.publish>,
): Promise<Out<typeof labelDesigns.publish>> {
  const seen = await readTemplate(ctx, id)
  const draft = requireCurrent(draftOf(await readDesigns(ctx, id)), known, seen)
  const document = await readDocument(ctx, draft.id)
  const pictures = await loadPictures(ctx, [document])
  const found = await checkDocument(document, pictures, { readBack: true })
  const findings = worded(ctx.lang, found)
  if (hasErrors(found)) throw new Refusal('labelTemplate.hasErrors', { result: { findings } })
  const design = await inTx(ctx, async (tx) => {
    const template = await lockTemplate(tx, id)
    requireCurrent(
      (await readDesigns(tx, id)).find((row) => row.id === draft.id),
      known,
      template,
    )
    await requirePictures(tx, document)
    await change(
      tx,
      'labelDesign',
      { id: draft.id },
      { publishedAt: sql`now()`, publishedBy: tx.principal.username },
    )
    await use(tx, template, draft.id, sizeOfDocument(document))
    return shownNow(tx, id, draft.id)
  })
  return { design, findings }
}

async function use(tx: Tx, template: Template, designId: string, size: string): Promise<void> {
  await change(tx, 'labelTemplate', template, { designId, size })
}

async function shownNow(tx: Tx, id: string, designId: string) {
  const template = await readTemplate(tx, id)
  const row = (await readDesigns(tx, id)).find((one) => one.id === designId) ?? failMissing()
  return shownDesign(row, template)
}

/** Labels are drawn by an earlier version again, as it is. */
export async function rollBack(
  ctx: Ctx,
  { id, designId, version: known }: In<typeof labelDesigns.rollBack>,
): Promise<Out<typeof labelDesigns.rollBack>> {
  const document = await readDocument(ctx, designId)
  const design = await inTx(ctx, async (tx) => {
    const template = await lockTemplate(tx, id)
    const row = requireCurrent(
      (await readDesigns(tx, id)).find((one) => one.id === designId),
      known,
      template,
    )
    if (stateOf(row, template) !== 'retired') fail('labelTemplate.notRetired')
    await use(tx, template, designId, sizeOfDocument(document))
    return shownNow(tx, id, designId)
  })
  return { design }
}
