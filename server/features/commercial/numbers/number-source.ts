import { sql } from 'kysely'
import { NUMBER_SOURCES } from '#contracts/commercial/numbers/number-sources.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'

/** Where a service's numbers come from, and what it is called. */
export interface NumberService {
  pools: boolean
  segments: boolean
  /** Code and name, in the caller's language. */
  label: string
}

export async function serviceOf(ctx: Ctx, serviceId: string): Promise<NumberService> {
  const found = await sql<{
    code: string
    name: string
    nameEn: string | null
    numberSource: string
  }>`select s.code, s.name, s.name_en, s.number_source
    from ${asSystem(ctx, ctx.principal.tenantId).rows('deliveryService').as('s')}
    where s.id = ${serviceId}`.execute(ctx.db)
  const { code, name, nameEn, numberSource } = found.rows[0] ?? failMissing()
  return {
    pools: numberSource !== NUMBER_SOURCES.segments,
    segments: numberSource !== NUMBER_SOURCES.pools,
    label: `${code} ${ctx.lang === 'en_US' ? (nameEn ?? name) : name}`,
  }
}
