import type { feePrices } from '#contracts/commercial/fee-versions.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { FeeCell } from '#server/features/commercial/rating/index.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { lineOf, readZones, shownCells } from './price-cells.ts'
import { readTable, readVersion } from './price-tables.ts'

type Answer = Out<typeof feePrices.compare>

/** Every price two versions of a table differ in, by zone and weight. */
export async function compareVersions(
  ctx: Ctx,
  { id, withId }: In<typeof feePrices.compare>,
): Promise<Answer> {
  const [before, after] = [await readVersion(ctx, id), await readVersion(ctx, withId)]
  if (before.feeId !== after.feeId) failFields([{ path: 'withId', code: 'feeVersion.otherTable' }])
  const table = await readTable(ctx, before.feeId)
  const zones = new Map((await readZones(ctx, table)).map((zone, at) => [zone.id, { ...zone, at }]))
  const { stepMode, currency } = table
  const keyed = (cells: readonly FeeCell[]) =>
    new Map(cells.map((cell) => [`${cell.partitionId}/${lineOf(stepMode, cell)}`, cell]))
  const [was, is] = [
    keyed(await shownCells(ctx, table, before)),
    keyed(await shownCells(ctx, table, after)),
  ]
  let same = 0
  const cells: (Answer['cells'][number] & { order: readonly [number, number] })[] = []
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const [a, b] = [was.get(key), is.get(key)]
    const cell = (b ?? a)!
    for (const part of ['price', 'second'] as const) {
      const [x, y] = [amountOf(a, part), amountOf(b, part)]
      if (x === null && y === null) continue
      if (x === y) {
        same += 1
        continue
      }
      const zone = zones.get(cell.partitionId)
      const text = (minor: bigint | null) =>
        minor === null ? null : formatMoney({ minor, currency })
      cells.push({
        zone: zone?.code ?? cell.partitionId,
        upTo: cell.upTo === null ? null : gramsToKg(cell.upTo),
        step: cell.step === null ? null : gramsToKg(cell.step),
        part,
        before: text(x),
        after: text(y),
        changeBp:
          x === null || y === null || x === 0n
            ? null
            : Math.round((Number(y - x) / Number(x)) * 10_000),
        order: [zone?.at ?? 0, cell.upTo ?? Number.MAX_SAFE_INTEGER],
      })
    }
  }
  const sorted = cells.toSorted((p, q) => p.order[0] - q.order[0] || p.order[1] - q.order[1])
  return { currency, same, cells: sorted.map(({ order: _, ...cell }) => cell) }
}

const amountOf = (cell: FeeCell | undefined, part: 'price' | 'second'): bigint | null =>
  !cell ? null : part === 'price' ? cell.price : (cell.stepPrice ?? cell.minPrice)
