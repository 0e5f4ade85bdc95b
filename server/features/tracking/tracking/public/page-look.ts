import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { parcelPages } from '#contracts/tracking/parcel-pages.ts'
import { splitTrackNumbers } from '#contracts/tracking/public-tracking.limits.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { publicSpellings } from './query-public.ts'

interface Look {
  name: string
  nameEn: string | null
  colour: string | null
  logo: string | null
}

/**
 * How the company behind these numbers shows itself. Numbers of several companies show none, and
 * numbers that are not public show nothing of whose they are.
 */
export async function pageLook(
  ctx: Ctx,
  { nos, of }: In<typeof parcelPages.look>,
): Promise<Out<typeof parcelPages.look>> {
  const numbers = of
    ? []
    : splitTrackNumbers(nos ?? '')
        .slice(0, 40)
        .flatMap(publicSpellings)
  const { rows } = await sql<Look>`select t.name, t.name_en, c.page_colour as colour,
      c.page_logo as logo
    from tenant t join company_profile c on c.tenant_id = t.id
      and (c.page_colour is not null or c.page_logo is not null)
    where t.status = 1 and t.del_flag = 0 and (t.code = ${of ?? null}
      or t.id in (select n.tenant_id from tracking_number n
        where n.number = any(${numbers}::text[]) and n.state = 1 and n.visible))
    limit 2`.execute(ctx.db)
  return rows.length === 1 ? rows[0]! : null
}
