import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { billMapping, type BillMapping, type BillTolerance } from '#contracts/billing/bill-files.ts'
import type { billRuns } from '#contracts/billing/bill-runs.ts'
import { itemsIn } from '#server/features/platform/dictionaries/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failConflict, failFields } from '#server/kit/http/errors.ts'

export interface Profile extends BillTolerance {
  id: string | null
  supplierId: string
  mapping: BillMapping | null
  /** Ours by the carrier's word in capitals. */
  chargeCodes: Readonly<Record<string, string>>
  serviceCodes: Readonly<Record<string, string>>
  disputeDays: number
  missingDays: number
  version: number
}

interface StoredProfile {
  amountWithin: number
  amountPercent: number
  weightWithin: number
  weightPercent: number
  id: string
  supplierId: string
  mapping: unknown
  chargeCodes: Readonly<Record<string, string>>
  serviceCodes: Readonly<Record<string, string>>
  disputeDays: number
  missingDays: number
  version: number
}

const STANDARD = {
  amountWithin: 2,
  amountPercent: 100,
  weightWithin: 100,
  weightPercent: 300,
  disputeDays: 30,
  missingDays: 45,
}

/** How the bills of a supplier are read and compared. */
export async function profileOf(ctx: Ctx, supplierId: string): Promise<Profile> {
  const { rows } =
    await sql<StoredProfile>`select p.id, p.supplier_id, p.mapping, p.charge_codes, p.service_codes, p.amount_within,
      p.amount_percent, p.weight_within, p.weight_percent, p.dispute_days, p.missing_days, p.version
    from ${ctx.rows('billProfile').as('p')} where p.supplier_id = ${supplierId}`.execute(ctx.db)
  const row = rows[0]
  if (!row)
    return {
      id: null,
      supplierId,
      mapping: null,
      chargeCodes: {},
      serviceCodes: {},
      ...STANDARD,
      version: 0,
    }
  const parsed = billMapping.safeParse(row.mapping)
  return { ...row, mapping: parsed.success ? parsed.data : null }
}

/** The service a carrier's word means; null where the profile does not name it. */
export const serviceOf = ({ serviceCodes }: Profile, word: string | null): string | null =>
  word === null ? null : (serviceCodes[word.trim().toUpperCase()] ?? null)

type Wire = Out<typeof billRuns.profile>
const listed = (codes: Readonly<Record<string, string>>) =>
  Object.entries(codes)
    .map(([code, ours]) => ({ code, ours }))
    .toSorted((a, b) => a.code.localeCompare(b.code))

function wireOf({ id: _id, chargeCodes, serviceCodes, ...profile }: Profile): Wire {
  return { ...profile, chargeCodes: listed(chargeCodes), serviceCodes: listed(serviceCodes) }
}

export async function requireSupplier(ctx: Ctx, supplierId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select s.id from ${ctx.rows('supplier').as('s')}
    where s.id = ${supplierId}`.execute(ctx.db)
  if (!rows[0]) failFields([{ path: 'supplierId', code: 'field.ref' }])
}

export async function readProfile(
  ctx: Ctx,
  { supplierId }: In<typeof billRuns.profile>,
): Promise<Wire> {
  await requireSupplier(ctx, supplierId)
  return wireOf(await profileOf(ctx, supplierId))
}

/** What is left out stays as it is. */
export async function saveProfile(
  ctx: Ctx,
  { supplierId, version, chargeCodes, serviceCodes, ...rest }: In<typeof billRuns.saveProfile>,
): Promise<Wire> {
  await requireSupplier(ctx, supplierId)
  const items = new Set(((await itemsIn(ctx, ctx.lang)).trade_item ?? []).map(({ value }) => value))
  const unknown = (chargeCodes ?? []).findIndex(({ ours }) => !items.has(ours))
  if (unknown >= 0) failFields([{ path: `chargeCodes.${unknown}.ours`, code: 'field.dict' }])
  await requireServices(ctx, serviceCodes ?? [])
  return inTx(ctx, async (tx) => {
    const before = await profileOf(tx, supplierId)
    if (before.version !== version) failConflict('row.stale', wireOf(before))
    await writeProfile(tx, before, {
      ...rest,
      ...(chargeCodes ? { chargeCodes: byWord(chargeCodes) } : {}),
      ...(serviceCodes ? { serviceCodes: byWord(serviceCodes) } : {}),
    })
    return wireOf(await profileOf(tx, supplierId))
  })
}

type Codes = readonly { code: string; ours: string }[]
const byWord = (codes: Codes): Record<string, string> =>
  Object.fromEntries(codes.map(({ code, ours }) => [code.toUpperCase(), ours]))

async function requireServices(ctx: Ctx, codes: Codes): Promise<void> {
  const { rows } = await sql<{ code: string }>`select v.code
    from ${ctx.rows('deliveryService').as('v')}
    where v.code = any(${codes.map(({ ours }) => ours)}::text[])`.execute(ctx.db)
  const known = new Set(rows.map(({ code }) => code))
  const unknown = codes.findIndex(({ ours }) => !known.has(ours))
  if (unknown >= 0) failFields([{ path: `serviceCodes.${unknown}.ours`, code: 'field.ref' }])
}

type Patch = Partial<Omit<Profile, 'id' | 'supplierId' | 'version'>>

/** Writes what is given, and makes the profile where there is none. */
export async function writeProfile(tx: Tx, before: Profile, patch: Patch): Promise<void> {
  const { id, supplierId } = before
  if (id !== null) {
    await change(tx, 'billProfile', id, patch)
    return
  }
  const { mapping, chargeCodes, serviceCodes, ...numbers } = { ...before, ...patch }
  const { rows } = await sql<{ id: string }>`insert into bill_profile (tenant_id, supplier_id,
      mapping, charge_codes, service_codes, amount_within, amount_percent, weight_within,
      weight_percent, dispute_days, missing_days, create_by)
    values (${tx.principal.tenantId}, ${supplierId},
      ${mapping === null ? null : JSON.stringify(mapping)}::jsonb,
      ${JSON.stringify(chargeCodes)}::jsonb, ${JSON.stringify(serviceCodes)}::jsonb,
      ${numbers.amountWithin}, ${numbers.amountPercent}, ${numbers.weightWithin},
      ${numbers.weightPercent}, ${numbers.disputeDays}, ${numbers.missingDays},
      ${tx.principal.username}) returning id`.execute(tx.db)
  await tx.audit('bill_profile', rows[0]!.id, 'add', null, { supplierId, ...patch })
}
