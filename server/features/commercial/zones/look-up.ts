import type { zones } from '#contracts/commercial/zones/zones.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import {
  countCoverage,
  explainRules,
  matchRules,
  RuleIndex,
  type PartitionRow,
} from '#server/features/commercial/rating/index.ts'
import { noneOf, serviceByCode } from '#server/features/commercial/routing/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { zoneRowsOf } from './zone-rows.ts'

async function indexOf(ctx: Ctx, serviceCode: string): Promise<RuleIndex<PartitionRow>> {
  const { id } = await serviceByCode(ctx, serviceCode)
  return new RuleIndex(await zoneRowsOf(ctx, id))
}

/** Which of a country's postal codes have no zone, and which have several. */
export async function zoneCoverage(
  ctx: Ctx,
  { serviceCode, country, date }: In<typeof zones.coverage>,
): Promise<Out<typeof zones.coverage>> {
  const index = await indexOf(ctx, serviceCode)
  const day = date ?? (await businessDay(ctx))
  const find = (postalCode: string) => {
    const address = { country, postalCode }
    return matchRules(index.find(address), address, day)
  }
  return countCoverage(
    { country, date: day },
    async (codes) => codes.map(find),
    ({ partitionCode }) => partitionCode,
  )
}

/** The zone of each of some postcodes, in the order they were sent. */
export async function testCodes(
  ctx: Ctx,
  { serviceCode, country, date, codes }: In<typeof zones.test>,
): Promise<Out<typeof zones.test>> {
  const index = await indexOf(ctx, serviceCode)
  const day = date ?? (await businessDay(ctx))
  return codes.map((code) => {
    const address = { country: country.toUpperCase(), postalCode: code }
    const [first] = explainRules(index.find(address), { lang: ctx.lang, address, date: day })
    if (!first || first.lost)
      return {
        code,
        zone: null,
        text: noneOf(ctx, { postcode: code, date: day }, address),
      }
    const { partitionId: id, partitionCode, partitionName: name, partitionNameEn } = first.row
    return {
      code,
      zone: { id, code: partitionCode, name, nameEn: partitionNameEn ?? null },
      text: first.text,
    }
  })
}
