import { sql } from 'kysely'
import type { labelTemplates } from '#contracts/commercial/label-templates.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'
import { CUSTOM } from './sizes.ts'

/** A published document has its own size; a template services print by is not deleted. */
export const labelTemplateHooks: Hooks<typeof labelTemplates> = {
  beforeSave: async (tx, draft, before) => {
    if (draft.size === undefined || draft.size === before?.size) return
    if (draft.size === CUSTOM) failFields([{ path: 'size', code: 'labelTemplate.sizeOfDocument' }])
    if (!before) return
    const found = await sql<{ designId: string | null }>`select t.design_id
      from ${tx.rows('labelTemplate').as('t')} where t.id = ${before.id}`.execute(tx.db)
    if (found.rows[0]?.designId)
      failFields([{ path: 'size', code: 'labelTemplate.sizeOfDocument' }])
  },
  beforeDelete: async (tx, { id }) => {
    const used = await sql<{ code: string }>`select s.code
      from ${tx.rows('deliveryService').as('s')} where s.label_template_id = ${id}
      order by s.code limit 4`.execute(tx.db)
    if (used.rows.length > 0)
      fail('labelTemplate.used', { services: used.rows.map(({ code }) => code).join(', ') })
  },
}
