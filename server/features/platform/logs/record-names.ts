import { isId } from '#contracts/kit/envelope.ts'
import { sql } from 'kysely'
import { entities } from '#contracts/catalogue.ts'
import { columnOf } from '#contracts/kit/entity.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { declaredTables } from '#server/kit/access/tables.ts'
import { tableKey } from '#server/kit/resource/resource-rows.ts'
import type { Change } from './versions.ts'

/** Where the name of a record is that no entity describes: another table for rows of grants. */
const NAMES: Readonly<Record<string, readonly [table: string, column: string, english?: string]>> =
  {
    sys_role_permission: ['sys_role', 'role_name', 'role_name_en'],
    sys_depart_permission: ['sys_depart', 'depart_name', 'depart_name_en'],
    sys_depart_role_permission: ['sys_depart_role', 'role_name'],
    sys_depart_role: ['sys_depart_role', 'role_name'],
    sys_depart: ['sys_depart', 'depart_name', 'depart_name_en'],
    sys_dict: ['sys_dict', 'dict_name', 'dict_name_en'],
    sys_dict_item: ['sys_dict_item', 'item_text', 'item_text_en'],
    sys_category: ['sys_category', 'name', 'name_en'],
    sys_permission: ['sys_permission', 'name', 'name_en'],
    tenant_pack: ['tenant_pack', 'name', 'name_en'],
    sys_permission_rule: ['sys_permission_rule', 'rule_name'],
    sub_account: ['sys_user', 'realname'],
    parcel: ['parcel', 'serial_number'],
    api_key: ['api_key', 'name'],
    shipment_import: ['shipment_import', 'file_name'],
    saved_view: ['saved_view', 'name'],
    out_batch: ['out_batch', 'no'],
    predicted_batch: ['predicted_batch', 'no'],
  }
/** Fields that name a record which is gone, in the order they are looked for. */
const NAMING = ['name', 'titile', 'realname', 'no', 'serialNumber', 'code', 'username'] as const

interface Line {
  dataTable: string
  dataId: string
  diff: Change
}

/** What the records of log lines are called, in the lines' order; null where nothing names one. */
export async function recordNames(ctx: Ctx, lines: readonly Line[]): Promise<(string | null)[]> {
  const found = new Map<string, string>()
  for (const [table, group] of Map.groupBy(lines, (line) => line.dataTable)) {
    const at = placeOf(table)
    if (!at || !declaredTables().has(at.table)) continue
    const ids = [...new Set(group.map(({ dataId }) => dataId))].filter((id) => isId(id))
    const name = sql.ref(`t.${at.column}`)
    const english = ctx.lang === 'en_US' && at.english
    const rows = await sql<{
      id: string
      name: string | null
    }>`select t.id::text as id,
        ${english ? sql`coalesce(${sql.ref(`t.${at.english}`)}, ${name})` : name}::text as name
        from ${ctx.rows(tableKey(at.table)).as('t')} where t.id = any(${ids}::bigint[])`.execute(
      ctx.db,
    )
    for (const row of rows.rows) if (row.name) found.set(`${table}:${row.id}`, row.name)
  }
  return lines.map((line) => found.get(`${line.dataTable}:${line.dataId}`) ?? named(line))
}

function placeOf(table: string): { table: string; column: string; english?: string } | null {
  const own = NAMES[table]
  if (own) return { table: own[0], column: own[1], ...(own[2] ? { english: own[2] } : {}) }
  const of = entities.find((one) => one.table === table)
  const label = of?.fields[of.label]
  if (!of || !label) return null
  const english = of.fields[`${of.label}En`]
  return {
    table,
    column: columnOf(of.label, label),
    ...(english ? { english: columnOf(`${of.label}En`, english) } : {}),
  }
}

function named({ diff }: Line): string | null {
  for (const field of NAMING) {
    const [before, after] = diff[field] ?? []
    for (const value of [after, before]) if (typeof value === 'string' && value !== '') return value
  }
  return null
}
