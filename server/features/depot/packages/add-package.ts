import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { PACKAGE_NO, type outPackages, type PackageDetail } from '#contracts/depot/packages.ts'
import { kgToGrams } from '#contracts/kit/units.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { nextSerialNumbers } from '#server/kit/db/serial-numbers.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { readPackage } from './read-package.ts'

type Add = In<typeof outPackages.add>
const MAX_GRAMS = { '1': 31_500, '2': 1_000_000 } as const

/** Opens a bag or pallet at a depot the caller works in, under its printed number or the next of ours. */
export function addPackage(ctx: Ctx, input: Add): Promise<PackageDetail> {
  const { depotId, kind, no, oneService, oneTarget, maxPieces } = input
  const maxGrams =
    input.maxWeightKg === undefined ? MAX_GRAMS[kind] : (kgToGrams(input.maxWeightKg) ?? 0)
  const tare = input.tareKg === undefined ? 0 : (kgToGrams(input.tareKg) ?? 0)
  if (maxGrams < 1 || maxGrams > 2_000_000)
    failFields([{ path: 'maxWeightKg', code: maxGrams < 1 ? 'field.tooSmall' : 'field.tooLarge' }])
  if (tare > 200_000) failFields([{ path: 'tareKg', code: 'field.tooLarge' }])
  if (no !== undefined && !PACKAGE_NO.test(no)) failFields([{ path: 'no', code: 'outPackage.no' }])
  return inTx(ctx, async (tx) => {
    await requireDepot(tx, depotId)
    const id = await insert(tx, no?.toUpperCase(), (number) =>
      sql<{ id: string }>`insert into out_package (tenant_id, no, kind, depot_id, one_service,
          one_target, max_pieces, max_grams, tare_grams, remark, create_by)
        values (${tx.principal.tenantId}, ${number}, ${kind}, ${depotId}, ${oneService},
          ${oneTarget ?? null}, ${maxPieces}, ${maxGrams}, ${tare}, ${input.remark || null},
          ${tx.principal.username})
        on conflict (tenant_id, no) do nothing returning id`
        .execute(tx.db)
        .then(({ rows }) => rows[0]?.id),
    )
    const made = await readPackage(tx, { id })
    await tx.audit('out_package', id, 'add', null, { no: made.no, depot: made.depotCode })
    return made
  })
}

async function requireDepot(tx: Tx, depotId: string): Promise<void> {
  const { rows } = await sql`select 1 from ${tx.rows('depot').as('d')}
    where d.id = ${depotId} and d.enabled`.execute(tx.db)
  if (rows.length === 0 || (tx.principal.depotIds && !tx.principal.depotIds.includes(depotId)))
    failFields([{ path: 'depotId', code: 'field.ref' }])
}

/** A number given by hand may lie ahead of ours: then ours steps over it. */
async function insert(
  tx: Tx,
  own: string | undefined,
  put: (no: string) => Promise<string | undefined>,
): Promise<string> {
  for (let tries = 0; tries < 20; tries++) {
    const id = await put(own ?? (await nextSerialNumbers(tx, 'out_package', 'BG', 1))[0]!)
    if (id !== undefined) return id
    if (own !== undefined) break
  }
  failFields([{ path: 'no', code: 'field.duplicate' }])
}
