import { sql } from 'kysely'
import type { carrierAccounts, ServiceMapping } from '#contracts/carriers/carrier-accounts.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { lastFour } from '#server/kit/access/secrets.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failFields, failMissing, type RawIssue } from '#server/kit/http/errors.ts'
import { requireCarrier, type CarrierAction } from '../carrier-access.ts'
import type { LabelCarrier } from '../carriers/label-carrier.ts'
import { labelCarrier, labelCarriers } from '../carriers/label-carriers.ts'
import { allowedInternalHosts } from '#server/features/platform/messages/index.ts'
import {
  FILE_FIELDS,
  FILE_PASSWORD,
  FILE_URL,
  fieldsOf,
  fileTarget,
  samePlace,
} from '../files/file-target.ts'
import { accountRows, openedSecret, type AccountRow } from './open-account.ts'

type Draft = In<typeof carrierAccounts.edit>

export function describeCarriers(ctx: Ctx): Promise<Out<typeof carrierAccounts.describe>> {
  const { lang } = ctx
  const titled = <T extends { code: string; title: LabelCarrier['title'] }>(offers: readonly T[]) =>
    offers.map((one) => ({ ...one, title: one.title[lang] }))
  return Promise.resolve(
    labelCarriers.of(ctx.deps).all.map((carrier) => ({
      code: carrier.code,
      title: carrier.title[lang],
      closes: carrier.closes,
      formats: [...carrier.labelFormats],
      operations: [...carrier.operations],
      fields: fieldsOf(carrier).map((field) => ({
        ...field,
        title: field.title[lang],
        initial: field.initial ?? null,
        isOfFiles: FILE_FIELDS.includes(field),
      })),
      products: titled(carrier.products),
      services: titled(carrier.services),
    })),
  )
}

/** The row of an account within the caller's reach, whose carrier they may do this with. */
export async function reachedAccount(
  ctx: Ctx,
  id: string,
  action: CarrierAction,
): Promise<AccountRow> {
  const seen = await sql<{ carrier: string }>`select a.carrier
    from ${ctx.rows('carrierAccount').as('a')} where a.id = ${id}`.execute(ctx.db)
  const { carrier } = seen.rows[0] ?? failMissing()
  requireCarrier(ctx, carrier, 'account', action)
  return (await accountRows(ctx, [id]))[0] ?? failMissing()
}

export async function readAccount(
  ctx: Ctx,
  { id }: In<typeof carrierAccounts.read>,
): Promise<Out<typeof carrierAccounts.read>> {
  const row = await reachedAccount(ctx, id, 'list')
  const more = await sql<{
    version: number
    courierId: string
    remark: string | null
  }>`select a.version, a.courier_id, a.remark
    from ${ctx.rows('carrierAccount').as('a')} where a.id = ${id}`.execute(ctx.db)
  const services = await sql<{
    serviceId: string
    product: string
    options: ServiceMapping['options']
  }>`select m.service_id, m.product, m.options
    from ${asSystem(ctx, ctx.principal.tenantId).rows('carrierAccountService').as('m')}
    where m.account_id = ${id} order by m.service_id`.execute(ctx.db)
  const carrier = labelCarrier(ctx, row.carrier)
  const fields = carrier ? fieldsOf(carrier) : []
  const { version, courierId, remark } = more.rows[0] ?? failMissing()
  return {
    id,
    version,
    carrier: row.carrier,
    name: row.name,
    mode: row.mode,
    courierId,
    labelFormat: row.labelFormat,
    mustEncode: row.mustEncode,
    enabled: row.enabled,
    simulatorScript: row.simulatorScript,
    remark,
    stoppedAt: row.stoppedAt,
    settings: row.settings,
    billing: row.billing,
    services: services.rows,
    secrets: Object.fromEntries(
      fields
        .filter(({ secret }) => secret)
        .map(({ name }) => {
          const opened = openedSecret(ctx, row, name)
          return [name, { set: row.secrets[name] !== undefined, last4: lastFour(opened ?? '') }]
        }),
    ),
  }
}

export function addAccount(
  ctx: Ctx,
  input: In<typeof carrierAccounts.add>,
): Promise<Out<typeof carrierAccounts.add>> {
  requireCarrier(ctx, input.carrier, 'account', 'add')
  return inTx(ctx, async (tx) => {
    const carrier = labelCarrier(tx, input.carrier) ?? failMissing()
    await check(tx, carrier, input, null)
    const made = await sql<{ id: string }>`insert into carrier_account (tenant_id, carrier, name,
        mode, courier_id, settings, billing, label_format, must_encode, simulator_script, enabled,
        remark, create_by)
      values (${tx.principal.tenantId}, ${input.carrier}, ${input.name}, ${input.mode},
        ${input.courierId}, ${JSON.stringify(input.settings)}::jsonb,
        ${JSON.stringify(input.billing)}::jsonb, ${input.labelFormat}, ${input.mustEncode},
        ${input.simulatorScript}, ${input.enabled}, ${input.remark ?? null},
        ${tx.principal.username})
      returning id`.execute(tx.db)
    const { id } = made.rows[0]!
    await writeServices(tx, id, input.services)
    await tx.audit('carrier_account', id, 'add', null, input)
    return { id }
  })
}

export function editAccount(ctx: Ctx, input: Draft): Promise<Out<typeof carrierAccounts.edit>> {
  return inTx(ctx, async (tx) => {
    const before = await reachedAccount(tx, input.id, 'edit')
    const carrier = labelCarrier(tx, before.carrier) ?? failMissing()
    await check(tx, carrier, input, input.id)
    if (input.mode !== before.mode) await requireUnused(tx, before)
    const { id, version, services, ...columns } = input
    await change(
      tx,
      'carrierAccount',
      id,
      { ...columns, remark: columns.remark ?? null, secrets: secretsFor(before, columns.settings) },
      { seen: { version, current: () => readAccount(tx, { id }) }, note: { services } },
    )
    await writeServices(tx, id, services)
    return { id }
  })
}

/** Its labels are of where they were bought: asked elsewhere, a carrier answers about others or none. */
async function requireUnused(tx: Tx, { id }: AccountRow): Promise<void> {
  const used = await sql`select 1
    from ${asSystem(tx, tx.principal.tenantId).rows('carrierShipment').as('c')}
    where c.account_id = ${id} and c.state <> 'refused' limit 1`.execute(tx.db)
  if (used.rows.length > 0) failFields([{ path: 'mode', code: 'carrierAccount.modeUsed' }])
}

/** A password for files is not sent to another place than it was entered for. */
function secretsFor({ secrets, settings }: AccountRow, after: Draft['settings']) {
  const { [FILE_PASSWORD]: _forgotten, ...rest } = secrets
  return samePlace(settings[FILE_URL], after[FILE_URL]) ? secrets : rest
}

async function writeServices(
  tx: Tx,
  accountId: string,
  services: readonly ServiceMapping[],
): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  await sql`delete from carrier_account_service as m
    where ${tenant.rows('carrierAccountService').where('m')}
      and m.account_id = ${accountId}`.execute(tx.db)
  await sql`insert into carrier_account_service (tenant_id, account_id, service_id, product,
      options)
    select ${tx.principal.tenantId}, ${accountId}, x.service_id, x.product, x.options::jsonb
    from unnest(${services.map((one) => one.serviceId)}::bigint[],
      ${services.map((one) => one.product)}::text[],
      ${services.map((one) => JSON.stringify(one.options))}::text[])
      as x(service_id, product, options)`.execute(tx.db)
}

/** What the carrier's folder does not know, and what a service or courier may not be. */
async function check(
  tx: Tx,
  carrier: LabelCarrier,
  draft: Omit<Draft, 'id' | 'version'>,
  id: string | null,
): Promise<void> {
  const issues: RawIssue[] = []
  const tenant = asSystem(tx, tx.principal.tenantId)
  const fields = new Map(fieldsOf(carrier).map((field) => [field.name, field]))
  for (const [name, value] of Object.entries(draft.settings)) {
    const field = fields.get(name)
    if (!field || field.secret || value.length > field.max)
      issues.push({ path: `settings.${name}`, code: field ? 'field.tooLong' : 'field.invalid' })
  }
  if (draft.mode !== 'simulator')
    for (const { name, required, secret, initial } of carrier.fields)
      if (required && !secret && initial === undefined && !draft.settings[name]?.trim())
        issues.push({ path: `settings.${name}`, code: 'field.required' })
  const fileUrl = draft.settings[FILE_URL]
  if (fileUrl && !fileTarget(fileUrl, allowedInternalHosts(tx)))
    issues.push({ path: `settings.${FILE_URL}`, code: 'carrierAccount.fileUrl' })
  const products = new Map(carrier.products.map((one) => [one.code, one]))
  for (const name of Object.keys(draft.billing))
    if (!products.has(name)) issues.push({ path: `billing.${name}`, code: 'field.invalid' })
  const services = new Set(carrier.services.map(({ code }) => code))
  const couriers = await sql<{ id: string }>`select o.id from ${tenant.rows('courier').as('o')}
    where o.id = ${draft.courierId}`.execute(tx.db)
  if (couriers.rows.length === 0) issues.push({ path: 'courierId', code: 'field.ref' })
  const known = await sql<{ id: string; code: string; taken: string | null }>`select s.id, s.code,
      (select a.name from ${tenant.rows('carrierAccountService').as('m')}
        join ${tenant.rows('carrierAccount').as('a')} on a.id = m.account_id
        where m.service_id = s.id and m.account_id is distinct from ${id}::bigint) as taken
    from ${tenant.rows('deliveryService').as('s')}
    where s.id = any(${draft.services.map((one) => one.serviceId)}::bigint[])`.execute(tx.db)
  const byId = new Map(known.rows.map((one) => [one.id, one]))
  const seen = new Set<string>()
  draft.services.forEach(({ serviceId, product, options }, at) => {
    const path = `services.${at}`
    const service = byId.get(serviceId)
    if (!service) issues.push({ path: `${path}.serviceId`, code: 'field.ref' })
    else if (service.taken)
      issues.push({
        path: `${path}.serviceId`,
        code: 'carrierAccount.serviceTaken',
        data: { service: service.code, account: service.taken },
      })
    else if (seen.has(serviceId))
      issues.push({
        path: `${path}.serviceId`,
        code: 'carrierAccount.serviceTwice',
        data: { service: service.code },
      })
    seen.add(serviceId)
    if (!products.has(product)) issues.push({ path: `${path}.product`, code: 'field.required' })
    for (const name of Object.keys(options))
      if (!services.has(name))
        issues.push({ path: `${path}.options.${name}`, code: 'field.invalid' })
  })
  if (issues.length > 0) failFields(issues)
}
