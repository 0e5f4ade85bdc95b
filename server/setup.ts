import { createHash, randomBytes } from 'node:crypto'
import type { ClientBase } from 'pg'
import { cruds } from '#contracts/catalogue.ts'
import { packageCountries } from '#seeds/reference/countries.ts'
import { dictionaries } from '#seeds/reference/dictionaries/dictionaries.ts'
import { hsCodes, hsFingerprint } from '#seeds/reference/hs-codes.ts'
import { checkRules } from '#seeds/reference/check-rules.ts'
import { fillRules } from '#seeds/reference/fill-rules.ts'
import { buttonsOf } from '#seeds/reference/menu/menu-buttons.ts'
import { entries } from '#seeds/reference/menu/menu.ts'
import { seedReference, simulateCouriers } from '#seeds/reference/index.ts'
import { seedReports } from '#seeds/reference/reports/seed-reports.ts'
import { roles } from '#seeds/reference/roles.ts'
import { PLATFORM_TENANT } from '#contracts/platform/operations/tenants.ts'
import { hashPassword } from './features/platform/session/index.ts'
import { DEMO_TENANTS, loadDemo, seedDemoUsers } from './demo.ts'
import { CompiledQuery } from 'kysely'
import type { Tx } from './kit/access/ctx.ts'
import type { AppDeps } from './kit/start/lifecycle.ts'
import { grantRoles, seedMenu } from './seed-menu.ts'

const LOCK = 7_230_001

/** Raised when the same seeds are to be put in another way. */
const WAY = 1

/** What a start would put in: dictionaries, menus with their buttons, roles. */
function fingerprintOf(): string {
  const permissions = entries().map((entry) => [entry, buttonsOf(entry, cruds)])
  return createHash('sha256')
    .update(JSON.stringify([WAY, dictionaries, permissions, roles, checkRules, hsFingerprint()]))
    .digest('hex')
}

/**
 * Brings the installation up to date at a start: dictionaries, menus, roles of every tenant, and on
 * the first start the
 * company itself and its administrator. What administrators changed stays; where nothing changed
 * since the last start, nothing is done. The demo world follows in the background.
 */
export async function bootstrapInstallation(
  deps: AppDeps,
): Promise<{ ready: boolean; close(): Promise<void> }> {
  const { env, db, lifecycle } = deps
  const client = await db.pool.connect()
  const fingerprint = fingerprintOf()
  let first: { password: string; printed: boolean } | null = null
  try {
    const furnished =
      (
        await client.query(
          `select 1 from installation_state where key = 'seeds' and fingerprint = $1`,
          [fingerprint],
        )
      ).rowCount === 1
    if (!furnished) first = await seedInstallation(client, env, fingerprint)
  } finally {
    client.release()
  }
  const demo = env.demo ? loadDemo(deps) : null
  if (first) {
    const password = first.printed ? first.password : '(ADMIN_PASSWORD)'
    lifecycle.afterListen(() => [
      `Sign in as admin, password ${password}`,
      ...(env.demo
        ? [
            'The demo world has one user per role with the same password: tenant1, manager, warehouse, service, finance, sales, salesmanager, customer, sub, tenant2',
          ]
        : []),
    ])
  }
  return { ready: true, close: async () => demo?.stop() }
}

/**
 * Puts in what is new, in one transaction; answers the administrator's password where this is the
 * first start.
 */
async function seedInstallation(
  client: ClientBase,
  env: AppDeps['env'],
  fingerprint: string,
): Promise<{ password: string; printed: boolean } | null> {
  let first: { password: string; printed: boolean } | null = null
  try {
    await client.query('begin')
    // Another start may be at the same work: on a busy machine that takes longer than a request may
    // wait.
    await client.query(`set local lock_timeout = '60s'; set local statement_timeout = '60s'`)
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    await seedDictionaries(client)
    await seedCountries(client)
    await seedHsCodes(client)
    const fresh = await seedMenu(client)
    const empty = (await client.query('select 1 from sys_user limit 1')).rowCount === 0
    if (empty) {
      const password = env.adminPassword ?? `Pa${randomBytes(9).toString('base64url')}7!`
      const hash = await hashPassword(password)
      const companies = env.demo
        ? DEMO_TENANTS
        : [{ code: 'T1', name: '我的公司', nameEn: 'My company', timeZone: 'Asia/Shanghai' }]
      const ids: string[] = []
      for (const { code, name, nameEn, timeZone } of companies) {
        const tenant = await client.query<{ id: string }>(
          'insert into tenant (code, name, name_en, time_zone) values ($1, $2, $3, $4) returning id',
          [code, name, nameEn, timeZone],
        )
        ids.push(tenant.rows[0]!.id)
        await seedTenant(client, ids.at(-1)!)
      }
      await grantRoles(client, PLATFORM_TENANT, null)
      await client.query(
        `with u as (insert into sys_user (tenant_id, username, realname, password_hash, work_no)
          values ($1, 'admin', '平台管理员', $2, 'P001') returning id)
        insert into sys_user_role (tenant_id, user_id, role_id) select $1, u.id, r.id
        from u, sys_role r where r.tenant_id = $1 and r.role_code = 'admin'`,
        [PLATFORM_TENANT, hash],
      )
      await client.query(
        `insert into sys_user_tenant (user_id, tenant_id) select u.id, t
          from sys_user u, unnest($1::bigint[]) as t where u.username = 'admin' on conflict do nothing`,
        [ids],
      )
      if (env.demo) {
        await simulateCouriers(client, ids)
        await seedDemoUsers(client, { 1: ids[0]!, 2: ids[1]! }, hash)
      }
      first = { password, printed: env.adminPassword === undefined }
    } else {
      for (const { id } of (await client.query<{ id: string }>('select id from tenant order by id'))
        .rows)
        await grantRoles(client, id, fresh)
      await addCheckRules(client)
    }
    await noteCheckRules(client)
    await client.query(
      `insert into installation_state (key, fingerprint) values ('seeds', $1) on conflict (key)
        do update set fingerprint = excluded.fingerprint, set_at = now()`,
      [fingerprint],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
  return first
}

/** What every tenant starts with: its roles, a head office, and the reference data. */
export async function seedTenant(client: ClientBase, tenantId: string): Promise<void> {
  await client.query(
    `insert into sys_depart (tenant_id, depart_name, depart_name_en, org_code) values ($1, '总公司',
      'Head office', 'A01') on conflict do nothing`,
    [tenantId],
  )
  await client.query(
    `insert into customer (tenant_id, code, name) values ($1, 'HOUSE', '自营账户') on conflict do nothing`,
    [tenantId],
  )
  await grantRoles(client, tenantId, null)
  await seedReference(client, tenantId)
  await seedFillRules(client, tenantId)
  await seedCheckRules(client, tenantId)
  await seedReports(client, tenantId)
}

/** The same inside an open transaction of the product: a tenant is created whole or not at all. */
export async function seedTenantIn(tx: Tx, tenantId: string): Promise<void> {
  const ask = async (text: string, values: readonly unknown[] = []) => {
    const { rows, numAffectedRows } = await tx.db
      .getExecutor()
      .executeQuery(CompiledQuery.raw(text, [...values]))
    return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
  }
  await seedTenant({ query: ask } as unknown as ClientBase, tenantId)
}

/** Numbers and codes every tenant can have filled in from its first day (wire.md §10). */
async function seedFillRules(client: ClientBase, tenantId: string): Promise<void> {
  await client.query(
    `insert into sys_fill_rule (tenant_id, rule_name, rule_name_en, rule_code, rule_class, rule_params)
    select $1, r.name, r."nameEn", r.code, r.class, r.params from jsonb_to_recordset($2::jsonb)
    as r(name text, "nameEn" text, code text, class text, params text) on conflict do nothing`,
    [tenantId, JSON.stringify(fillRules)],
  )
}

/** Rules for codes that forms ask on leaving a field (contracts/platform/rules/checked-fields.ts). */
async function seedCheckRules(
  client: ClientBase,
  tenantId: string,
  rules: typeof checkRules = checkRules,
): Promise<void> {
  await client.query(
    `insert into sys_check_rule (tenant_id, rule_name, rule_name_en, rule_code, rule_json)
    select $1, r.name, r."nameEn", r.code, r.json from jsonb_to_recordset($2::jsonb)
    as r(name text, "nameEn" text, code text, json text) on conflict do nothing`,
    [tenantId, JSON.stringify(rules)],
  )
}

const RULES_KEY = 'check-rules'
/** The rules of installations that did not note which ones they had put in. */
const FIRST_RULES = ['customer_code', 'supplier_code', 'depot_code', 'position_code']

/**
 * Rules that came with this version, for the tenants that are there: each once, so that one a
 * tenant deleted stays deleted. A tenant opened before there were any gets the first ones, too.
 */
async function addCheckRules(client: ClientBase): Promise<void> {
  const noted = await client.query<{ fingerprint: string }>(
    'select fingerprint from installation_state where key = $1',
    [RULES_KEY],
  )
  const had = new Set(noted.rows[0]?.fingerprint.split(',') ?? FIRST_RULES)
  const fresh = checkRules.filter(({ code }) => !had.has(code))
  const first = noted.rows.length === 0 ? FIRST_RULES : []
  const { rows } = await client.query<{ id: string; bare: boolean }>(
    `select t.id, not exists (select 1 from sys_check_rule r
      where r.tenant_id = t.id and r.rule_code = any($1::text[])) as bare from tenant t order by t.id`,
    [FIRST_RULES],
  )
  for (const { id, bare } of rows)
    await seedCheckRules(client, id, [
      ...fresh,
      ...checkRules.filter(({ code }) => bare && first.includes(code)),
    ])
}

/** Remembers which rules every tenant was given. */
async function noteCheckRules(client: ClientBase): Promise<void> {
  await client.query(
    `insert into installation_state (key, fingerprint) values ($1, $2)
    on conflict (key) do update set fingerprint = excluded.fingerprint, set_at = now()`,
    [RULES_KEY, checkRules.map(({ code }) => code).join(',')],
  )
}

/** Countries that are not there yet; what people changed stays. */
async function seedCountries(client: ClientBase): Promise<void> {
  await client.query(
    `insert into country (iso2, iso3, iso_num, name, name_en, phone_code, currency, eu)
    select iso2, iso3, "isoNum", name, "nameEn", "phoneCode", currency, eu
    from jsonb_to_recordset($1::jsonb) as r(iso2 text, iso3 text, "isoNum" text, name text,
    "nameEn" text, "phoneCode" text, currency text, eu boolean)
    on conflict (iso2) do nothing`,
    [JSON.stringify(packageCountries())],
  )
}

/** The Harmonized System as the files have it; no user edits it. */
async function seedHsCodes(client: ClientBase): Promise<void> {
  await client.query(
    `insert into hs_code (code, section, level, parent, description, name_cn, words)
    select code, section, level, parent, description, "nameCn", words
    from jsonb_to_recordset($1::jsonb) as r(code text, section text, level smallint, parent text,
    description text, "nameCn" text, words text)
    on conflict (code) do update set section = excluded.section, level = excluded.level,
      parent = excluded.parent, description = excluded.description, name_cn = excluded.name_cn,
      words = excluded.words`,
    [JSON.stringify(hsCodes())],
  )
}

async function seedDictionaries(client: ClientBase): Promise<void> {
  const rows = dictionaries.map(({ code, name, nameEn, items }) => ({
    code,
    name,
    nameEn,
    items: items.map((item, sort) => ({ ...item, sort })),
  }))
  await client.query(
    `insert into sys_dict (tenant_id, dict_code, dict_name, dict_name_en, built_in)
    select 0, code, name, "nameEn", true from jsonb_to_recordset($1::jsonb) as r(code text, name text, "nameEn" text)
    on conflict (tenant_id, dict_code) do update
      set dict_name = excluded.dict_name, dict_name_en = excluded.dict_name_en`,
    [JSON.stringify(rows)],
  )
  await client.query(
    `insert into sys_dict_item (tenant_id, dict_id, item_value, item_text, item_text_en, color, sort_order)
    select 0, d.id, i.value, i.text, i."textEn", i.color, i.sort
      from jsonb_to_recordset($1::jsonb) as r(code text, items jsonb)
      join sys_dict d on d.tenant_id = 0 and d.dict_code = r.code,
        jsonb_to_recordset(r.items)
          as i(value text, text text, "textEn" text, color text, sort int)
    on conflict (tenant_id, dict_id, item_value) do update
      set item_text = excluded.item_text, item_text_en = excluded.item_text_en,
        color = excluded.color, sort_order = excluded.sort_order`,
    [JSON.stringify(rows)],
  )
}
