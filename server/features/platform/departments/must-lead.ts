import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failDenied, failMissing } from '#server/kit/http/errors.ts'
import { ledByMe } from './depart-rows.ts'

/**
 * Administrators of departments manage all of them; other users those they lead.
 */
export const administers = (ctx: Ctx): boolean => ctx.can('sys:depart:edit')

/**
 * What a department's roles and people may be looked after by: its administrators and its
 * superiors, also those of the departments above it.
 */
export async function mustLead(ctx: Ctx, departId: string): Promise<void> {
  const led = administers(ctx) ? sql`true` : ((await ledByMe(ctx)) ?? failDenied())
  const found = await sql<{
    led: boolean
  }>`select ${led} as led from ${ctx.rows('sysDepart').as('d')} where d.id = ${departId}`.execute(
    ctx.db,
  )
  const [row] = found.rows
  if (!row) failMissing()
  if (!row.led) failDenied()
}
