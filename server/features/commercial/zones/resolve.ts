import type { zones } from '#contracts/commercial/zones/zones.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import {
  explainRules,
  RuleIndex,
  type ExplainedRule,
  type PartitionRow,
} from '#server/features/commercial/rating/index.ts'
import { askedOf, noneOf, serviceByCode } from '#server/features/commercial/routing/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { zoneRowsOf } from './zone-rows.ts'

type Answer = Out<typeof zones.resolve>

/** Which zone of a service an address lies in, and which rows it won against. */
export async function resolvePartition(ctx: Ctx, input: In<typeof zones.resolve>): Promise<Answer> {
  const { id } = await serviceByCode(ctx, input.serviceCode)
  const { address, date, head } = await askedOf(ctx, input)
  const rows = new RuleIndex(await zoneRowsOf(ctx, id)).find(address)
  const explained = explainRules(rows, { lang: ctx.lang, address, date })
  const winner = explained[0]?.lost === null ? explained[0] : undefined
  return {
    ...head,
    why: winner
      ? `${winner.row.partitionCode} ${nameOf(ctx, winner.row)}: ${winner.text}`
      : noneOf(ctx, head, address),
    partition: winner ? zoneOf(winner.row) : null,
    rule: winner ? ruleOf(winner) : null,
    others: explained.flatMap((one) => (one.lost ? [{ ...ruleOf(one), ...one.lost }] : [])),
  }
}

const nameOf = ({ lang }: Ctx, row: PartitionRow): string =>
  lang === 'en_US' && row.partitionNameEn ? row.partitionNameEn : row.partitionName

const zoneOf = (row: PartitionRow) => ({
  id: row.partitionId,
  code: row.partitionCode,
  name: row.partitionName,
  nameEn: row.partitionNameEn ?? null,
})

function ruleOf({ row, kind, text }: ExplainedRule<PartitionRow>): NonNullable<Answer['rule']> {
  const { id, country, matchType, from, to, priority, validFrom, validTo } = row
  return {
    id,
    country,
    matchType,
    from,
    to,
    priority,
    validFrom,
    validTo,
    kind,
    text,
    zone: zoneOf(row),
  }
}
