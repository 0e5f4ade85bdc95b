import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'

/** A service that zones and routing codes are asked for. */
export interface RoutedService {
  id: string
  code: string
  name: string
  nameEn: string | null
}

export async function serviceByCode(ctx: Ctx, code: string): Promise<RoutedService> {
  const found = await sql<RoutedService>`select s.id, s.code, s.name, s.name_en
    from ${ctx.rows('deliveryService').as('s')} where s.code = ${code}`.execute(ctx.db)
  return found.rows[0] ?? failFields([{ path: 'serviceCode', code: 'service.unknown' }])
}
