import { sql } from 'kysely'
import { configVersion } from '#server/kit/db/config-version.ts'
import type { StepMode } from '#contracts/commercial/rating.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { loadTariff } from '../load-tariff.ts'
import { withLists } from '../surcharge-lists.ts'
import type { Tariff } from '../tariff.ts'
import { pricesOf, raisedBy } from './version-prices.ts'

interface Row {
  id: string
  name: string
  nameEn: string | null
  currency: string
  stepMode: string
  versionId: string
  versionNo: number
  percentBp: number | null
  row: number
  baseId: string | null
  baseRow: number | null
}

/**
 * A service's weights and zones with the prices of one version, also of a draft, whatever is sold
 * now; without limits, for parcels that were taken already. A table that follows another one is
 * raised from the version that one has when this one begins.
 */
export async function tariffOfVersion(
  ctx: Ctx,
  serviceId: string,
  versionId: string,
): Promise<Tariff | null> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const known = await configVersion(ctx)
  const setup = await loadTariff(ctx, serviceId, { known })
  const found = await sql<Row>`select f.id, f.name, f.name_en, f.currency, f.step_mode,
      v.id as version_id, v.version_no, v.percent_bp, v.version as row, b.id as base_id,
      b.version as base_row
    from ${system.rows('feeVersion').as('v')} join ${system.rows('fee').as('f')} on f.id = v.fee_id
      left join ${system.rows('feeVersion').as('b')} on b.fee_id = f.base_fee_id
        and b.published_at is not null
        and b.valid_from <= greatest(coalesce(v.valid_from, now()), now())
        and (b.valid_to is null or b.valid_to > greatest(coalesce(v.valid_from, now()), now()))
    where v.id = ${versionId} and (f.base_fee_id is null or b.id is not null)`.execute(system.db)
  const version = found.rows[0]
  if (!setup || !version) return null
  const own = await pricesOf(ctx, { id: version.versionId, row: version.row })
  const base =
    version.baseId === null
      ? null
      : await pricesOf(ctx, { id: version.baseId, row: version.baseRow ?? 0 })
  return {
    ...setup,
    rules: [],
    fees: [
      {
        id: version.id,
        name: version.name,
        nameEn: version.nameEn,
        currency: version.currency,
        stepMode: version.stepMode as StepMode,
        active: true,
        validFrom: null,
        validTo: null,
        versionId: version.versionId,
        versionNo: version.versionNo,
        percentBp: base ? (version.percentBp ?? 0) : null,
        cells: base ? raisedBy(base.cells, version.percentBp ?? 0) : own.cells,
        surcharges: await withLists(
          ctx,
          base ? [...base.surcharges, ...own.surcharges] : own.surcharges,
          known,
        ),
      },
    ],
  }
}
