import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { outPackages, PackageDetail } from '#contracts/depot/packages.ts'
import {
  DETAIL_ROWS,
  PACKAGE_ACTIONS,
  whyNotPackage,
  type PackageAction,
} from '#contracts/depot/scans.states.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { packageByNo } from './lock-package.ts'
import { contentOf, HEAVY } from './package-rules.ts'

interface Head {
  id: string
  version: number
  no: string
  kind: string
  status: string
  depotId: string
  depotCode: string
  oneService: boolean
  oneTarget: '1' | '2' | null
  maxPieces: number
  maxGrams: string
  tareGrams: string
  sealNo: string | null
  weighedGrams: string | null
  recountedAt: string | null
  recountedBy: string | null
  recountFits: boolean | null
  closedAt: string | null
  closedBy: string | null
  batchId: string | null
  batchNo: string | null
  remark: string | null
  createBy: string | null
  createTime: string
  updateBy: string | null
  updateTime: string | null
}
interface Row {
  parcelId: string
  trackNo: string | null
  serialNumber: string
  serviceName: string
  country: string
  sortCode: string | null
  weight: number
  createBy: string | null
  createTime: string
}

/** A bag with its rules, what is inside and what may be done; for a blind count without them. */
export async function readPackage(
  ctx: Ctx,
  { id, blind }: In<typeof outPackages.queryById>,
): Promise<PackageDetail> {
  const head =
    (
      await sql<Head>`select b.id, b.version, b.no, b.kind, b.status, b.depot_id,
        d.code as depot_code, b.one_service, b.one_target, b.max_pieces, b.max_grams, b.tare_grams,
        b.seal_no, b.weighed_grams, b.recounted_at, b.recounted_by, b.recount_fits, b.closed_at,
        b.closed_by, b.batch_id, o.no as batch_no, b.remark, b.create_by, b.create_time,
        b.update_by, b.update_time
      from ${ctx.rows('outPackage').as('b')}
        join depot d on d.tenant_id = b.tenant_id and d.id = b.depot_id
        left join out_batch o on o.tenant_id = b.tenant_id and o.id = b.batch_id
      where b.id = ${id}`.execute(ctx.db)
    ).rows[0] ?? failMissing()
  const content = await contentOf(ctx, id)
  const texts = await dictTexts(ctx)
  const { oneService, oneTarget, maxPieces, maxGrams, tareGrams, weighedGrams, ...shown } = head
  const shut = blind === '1'
  const tare = Number(tareGrams)
  return {
    ...shown,
    kind_dictText: texts('out_package_kind', head.kind),
    status_dictText: texts('out_package_status', head.status),
    rules: {
      oneService,
      service: content.serviceName,
      oneTarget,
      country: content.country,
      sortCode: content.sortCode,
      maxPieces,
      maxWeightKg: gramsToKg(Number(maxGrams)),
    },
    pieces: shut ? null : content.pieces,
    weightKg: shut ? null : gramsToKg(content.grams),
    tareKg: gramsToKg(tare),
    weighedKg: weighedGrams === null || shut ? null : gramsToKg(Number(weighedGrams)),
    differenceKg:
      weighedGrams === null || shut ? null : signedKg(Number(weighedGrams) - tare - content.grams),
    rows: shut ? [] : await rowsOf(ctx, id),
    actions: Object.fromEntries(
      (Object.keys(PACKAGE_ACTIONS) as PackageAction[]).map((action) => [
        action,
        ctx.can('wh:pkg:scan')
          ? (whyNotPackage(action, head.status) ??
            (action === 'close' && content.pieces === 0 ? 'outPackage.empty' : null))
          : 'access.denied',
      ]),
    ),
  }
}

export const signedKg = (grams: number): string =>
  grams < 0 ? `-${gramsToKg(-grams)}` : gramsToKg(grams)

async function rowsOf(ctx: Ctx, id: string): Promise<PackageDetail['rows']> {
  const { rows } = await sql<Row>`select o.parcel_id, p.track_no, p.serial_number,
      ${nameIn(ctx.lang, 'v.name')} as service_name, s.country, o.sort_code, ${HEAVY} as weight,
      o.create_by, o.create_time
    from ${ctx.rows('outPackageParcel').as('o')}
      join ${ctx.rows('parcel').as('p')} on p.id = o.parcel_id
      join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
      join delivery_service v on v.tenant_id = p.tenant_id and v.id = p.service_id
    where o.package_id = ${id} order by o.create_time desc, o.parcel_id desc
    limit ${DETAIL_ROWS}`.execute(ctx.db)
  return rows.map(({ weight, ...row }) => ({ ...row, weightKg: gramsToKg(weight) }))
}

/** The bag of a scanned number. */
export async function findPackage(
  ctx: Ctx,
  { no }: In<typeof outPackages.find>,
): Promise<Out<typeof outPackages.find>> {
  return (await packageByNo(ctx, no)) ?? failMissing()
}

/** What lists show next to their bags. */
export async function countPackages(
  ctx: Ctx,
  { ids }: In<typeof outPackages.counts>,
): Promise<Out<typeof outPackages.counts>> {
  const { rows } = await sql<{ id: string; pieces: number; grams: string }>`select b.id,
      count(p.id)::int as pieces, coalesce(sum(${HEAVY}), 0)::text as grams
    from ${ctx.rows('outPackage').as('b')}
      left join (${ctx.rows('outPackageParcel').as('o')}
        join ${ctx.rows('parcel').as('p')} on p.id = o.parcel_id) on o.package_id = b.id
    where b.id = any(${ids}::bigint[]) group by b.id`.execute(ctx.db)
  return Object.fromEntries(
    rows.map(({ id, pieces, grams }) => [id, { pieces, weightKg: gramsToKg(Number(grams)) }]),
  )
}
