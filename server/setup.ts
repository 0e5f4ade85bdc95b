import { createHash, randomBytes } from 'node:crypto'
import type { ClientBase } from 'pg'
import { resources } from '#contracts/catalogue.ts'
import { packageCountries } from '#seeds/reference/countries.ts'
import { dictionaries } from '#seeds/reference/dictionaries.ts'
import { fillRules } from '#seeds/reference/fill-rules.ts'
import { buttonsOf, entries, menu, type MenuEntry } from '#seeds/reference/menu.ts'
import { seedReference } from '#seeds/reference/index.ts'
import { grantsOf, roles } from '#seeds/reference/roles.ts'
import { hashPassword } from './features/platform/session/index.ts'
import { DEMO_TENANTS, loadDemo, seedDemoUsers } from './demo.ts'
import { CompiledQuery } from 'kysely'
import type { Tx } from './kit/access/ctx.ts'
import type { AppDeps } from './kit/runtime/lifecycle.ts'

const LOCK = 7_230_001

/** Raised when the same seeds are to be put in another way. */
const WAY = 1

/** What a start would put in: dictionaries, menus with their buttons, roles. */
function fingerprintOf(): string {
  const permissions = entries().map((entry) => [entry, buttonsOf(entry, resources)])
  return createHash('sha256')
    .update(JSON.stringify([WAY, dictionaries, permissions, roles]))
    .digest('hex')
}

/**
 * Brings the house into its state at a start: dictionaries, menus, roles of every tenant, and on the first start the
 * company itself and its administrator. What administrators changed stays; where nothing changed since the last start,
 * nothing is done. The demo world follows in the background.
 */
export async function bootstrapInstallation({
  env,
  db,
  log,
  lifecycle,
}: AppDeps): Promise<{ ready: boolean; close(): Promise<void> }> {
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
  const demo = env.demo ? loadDemo({ db, log, lifecycle }) : null
  if (first) {
    const password = first.printed ? first.password : '(ADMIN_PASSWORD)'
    lifecycle.afterListen(() => [
      `Sign in as admin, password ${password}`,
      ...(env.demo
        ? [
            'The demo world has one user per role with the same password: tenant1, manager, warehouse, service, finance, sales, customer, sub, tenant2',
          ]
        : []),
    ])
  }
  return { ready: true, close: async () => demo?.stop() }
}

/** Puts in what is new, in one transaction; answers the administrator's password where this is the first start. */
async function seedInstallation(
  client: ClientBase,
  env: AppDeps['env'],
  fingerprint: string,
): Promise<{ password: string; printed: boolean } | null> {
  let first: { password: string; printed: boolean } | null = null
  try {
    await client.query('begin')
    // Another start may be at the same work: on a busy machine that takes longer than a request may wait.
    await client.query(`set local lock_timeout = '60s'; set local statement_timeout = '60s'`)
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    await seedDictionaries(client)
    await seedCountries(client)
    const fresh = await seedMenu(client)
    const empty = (await client.query('select 1 from sys_user limit 1')).rowCount === 0
    if (empty) {
      const password = env.adminPassword ?? `Pa${randomBytes(9).toString('base64url')}7!`
      const hash = await hashPassword(password)
      const companies = env.demo
        ? DEMO_TENANTS
        : [{ code: 'T1', name: '我的公司', nameEn: 'My company' }]
      const ids: string[] = []
      for (const { code, name, nameEn } of companies) {
        const tenant = await client.query<{ id: string }>(
          'insert into tenant (code, name, name_en) values ($1, $2, $3) returning id',
          [code, name, nameEn],
        )
        ids.push(tenant.rows[0]!.id)
        await seedTenant(client, ids.at(-1)!)
      }
      await client.query(
        `with u as (insert into sys_user (tenant_id, username, realname, password_hash) values ($1, 'admin', '平台管理员', $2) returning id)
        insert into sys_user_role (tenant_id, user_id, role_id) select $1, u.id, r.id from u, sys_role r where r.tenant_id = $1 and r.role_code = 'admin'`,
        [ids[0], hash],
      )
      await client.query(
        `insert into sys_user_tenant (user_id, tenant_id) select u.id, t from sys_user u, unnest($1::bigint[]) as t where u.username = 'admin' on conflict do nothing`,
        [ids],
      )
      if (env.demo) await seedDemoUsers(client, { 1: ids[0]!, 2: ids[1]! }, hash)
      first = { password, printed: env.adminPassword === undefined }
    } else {
      for (const { id } of (await client.query<{ id: string }>('select id from tenant order by id'))
        .rows)
        await grantRoles(client, id, fresh)
    }
    await client.query(
      `insert into installation_state (key, fingerprint) values ('seeds', $1) on conflict (key) do update set fingerprint = excluded.fingerprint, set_at = now()`,
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
    `insert into sys_depart (tenant_id, depart_name, depart_name_en, org_code) values ($1, '总公司', 'Head office', 'A01') on conflict do nothing`,
    [tenantId],
  )
  await client.query(
    `insert into customer (tenant_id, code, name) values ($1, 'HOUSE', '自营账户') on conflict do nothing`,
    [tenantId],
  )
  await grantRoles(client, tenantId, null)
  await seedReference(client, tenantId)
  await seedFillRules(client, tenantId)
}

/** The same inside an open transaction of the product: whoever opens a tenant there has it whole or not at all. */
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
    `insert into sys_fill_rule (tenant_id, rule_name, rule_code, rule_class, rule_params)
    select $1, r.name, r.code, r.class, r.params from jsonb_to_recordset($2::jsonb) as r(name text, code text, class text, params text) on conflict do nothing`,
    [tenantId, JSON.stringify(fillRules)],
  )
}

/** Countries that are not there yet; what people changed stays. */
async function seedCountries(client: ClientBase): Promise<void> {
  await client.query(
    `insert into country (iso2, iso3, iso_num, name, name_en, phone_code, currency, eu)
    select iso2, iso3, "isoNum", name, "nameEn", "phoneCode", currency, eu from jsonb_to_recordset($1::jsonb) as r(iso2 text, iso3 text, "isoNum" text, name text, "nameEn" text, "phoneCode" text, currency text, eu boolean)
    on conflict (iso2) do nothing`,
    [JSON.stringify(packageCountries())],
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
    on conflict (tenant_id, dict_code) do update set dict_name = excluded.dict_name, dict_name_en = excluded.dict_name_en`,
    [JSON.stringify(rows)],
  )
  await client.query(
    `insert into sys_dict_item (tenant_id, dict_id, item_value, item_text, item_text_en, color, sort_order)
    select 0, d.id, i.value, i.text, i."textEn", i.color, i.sort from jsonb_to_recordset($1::jsonb) as r(code text, items jsonb)
      join sys_dict d on d.tenant_id = 0 and d.dict_code = r.code, jsonb_to_recordset(r.items) as i(value text, text text, "textEn" text, color text, sort int)
    on conflict (tenant_id, dict_id, item_value) do update set item_text = excluded.item_text, item_text_en = excluded.item_text_en, color = excluded.color, sort_order = excluded.sort_order`,
    [JSON.stringify(rows)],
  )
}

/** A screen left open as a tab keeps what was entered there, unless the menu says otherwise. */
const keepsAlive = (entry: MenuEntry | undefined): boolean =>
  entry !== undefined && (entry.keepAlive ?? !entry.component.startsWith('layouts/'))

/** Menus and buttons by their key; answers the keys that are new, which built-in roles are then granted. */
async function seedMenu(client: ClientBase): Promise<Set<string>> {
  const fresh = new Set<string>()
  const put = async (row: {
    key: string
    parent: string | null
    type: number
    name: string
    nameEn: string
    sort: number
    perms?: string
    entry?: MenuEntry
  }) => {
    const { entry } = row
    const done = await client.query<{ fresh: boolean }>(
      `insert into sys_permission (key, parent_id, menu_type, name, name_en, path, component, redirect, icon, perms, sort_no, hidden, always_show, for_everyone, keep_alive)
      values ($1, (select id from sys_permission where key = $2), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      on conflict (key) do update set path = excluded.path, component = excluded.component, for_everyone = excluded.for_everyone where sys_permission.built_in and not sys_permission.changed
      returning xmax = 0 as fresh`,
      [
        row.key,
        row.parent,
        row.type,
        row.name,
        row.nameEn,
        entry?.path ?? null,
        entry?.component ?? null,
        entry?.redirect ?? null,
        entry?.icon ?? null,
        row.perms ?? null,
        row.sort,
        entry?.hidden ?? false,
        entry?.alwaysShow ?? false,
        entry?.forEveryone ?? false,
        keepsAlive(entry),
      ],
    )
    if (done.rows[0]?.fresh) fresh.add(row.key)
  }
  const walk = async (tree: readonly MenuEntry[], parent: string | null) => {
    for (const [sort, entry] of tree.entries()) {
      await put({
        key: entry.key,
        parent,
        type: parent === null ? 0 : 1,
        name: entry.name,
        nameEn: entry.nameEn,
        sort,
        entry,
      })
      for (const [at, button] of buttonsOf(entry, resources).entries()) {
        await put({
          key: `${entry.key}#${button.code}`,
          parent: entry.key,
          type: 2,
          name: button.name,
          nameEn: button.nameEn,
          sort: at,
          perms: button.code,
        })
      }
      await walk(entry.children ?? [], entry.key)
    }
  }
  await walk(menu, null)
  return fresh
}

/** The built-in roles with their grants. An existing role only gains entries that are new (`fresh`): what was taken from it stays taken. */
async function grantRoles(
  client: ClientBase,
  tenantId: string,
  fresh: ReadonlySet<string> | null,
): Promise<void> {
  const all = entries()
  const codes = all.flatMap((entry) => buttonsOf(entry, resources).map(({ code }) => code))
  for (const role of roles) {
    const made = await client.query<{ id: string }>(
      `insert into sys_role (tenant_id, role_code, role_name, role_name_en, description, data_scope, built_in)
      values ($1, $2, $3, $4, $5, $6, true) on conflict (tenant_id, role_code) do nothing returning id`,
      [tenantId, role.code, role.name, role.nameEn, role.description, role.dataScope],
    )
    const granted = new Set(grantsOf(role, codes))
    const keys = all.flatMap((entry) => [
      ...(seen(entry, granted) ? [entry.key] : []),
      ...buttonsOf(entry, resources)
        .filter(({ code }) => granted.has(code))
        .map(({ code }) => `${entry.key}#${code}`),
    ])
    const requested = made.rowCount ? keys : keys.filter((key) => fresh?.has(key))
    if (requested.length === 0) continue
    await client.query(
      `insert into sys_role_permission (tenant_id, role_id, permission_id)
      select $1, r.id, p.id from sys_role r, sys_permission p where r.tenant_id = $1 and r.role_code = $2 and r.built_in and p.key = any($3) on conflict do nothing`,
      [tenantId, role.code, requested],
    )
  }
}

/** A menu entry is seen by holders of any of its codes; a folder with any of its children. */
function seen(entry: MenuEntry, granted: ReadonlySet<string>): boolean {
  if (entry.children && !entry.perms) return entry.children.some((child) => seen(child, granted))
  return entry.forEveryone === true || !entry.perms || entry.perms.some((code) => granted.has(code))
}
