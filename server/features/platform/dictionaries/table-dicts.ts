import type { Perm } from '#contracts/perms.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { DictOption } from '#contracts/platform/session/session.ts'
import type { DictNode } from '#contracts/platform/lists/dictionaries.lookups.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { likeText } from '#server/kit/access/data-rules.ts'
import { fail, failDenied } from '#server/kit/http/errors.ts'
import type { TableName } from '#server/kit/access/rows.ts'
import { listHookOf } from '#server/kit/resource/registry.ts'

/**
 * A table whose rows serve as a dictionary: which columns may be asked for, and whom it is open to.
 */
interface TableDict {
  table: TableName
  text: string
  /** Its English twin, shown to English readers. */
  textEn?: string
  values: readonly string[]
  /** Any of these opens; none: any signed-in user, within reach of the rows. */
  perms?: readonly Perm[]
  where?: RawBuilder<SqlBool>
  /** The entity whose list limits the rows a caller may see. */
  entity?: string
  /** Column that names the parent, for trees. */
  parent?: string
}

const alive = sql<SqlBool>`t.del_flag = 0`
/**
 * Names that come over the wire are looked up here and nowhere else; what stands in SQL is ours
 * (security.md A02, A04, A06).
 */
const KNOWN: Readonly<Record<string, TableDict>> = {
  sys_user: {
    table: 'sysUser',
    text: 'realname',
    values: ['username', 'id'],
    perms: ['sys:user:list', 'sys:book:list'],
    where: alive,
  },
  sys_depart: {
    table: 'sysDepart',
    text: 'depart_name',
    textEn: 'depart_name_en',
    values: ['id', 'org_code'],
    perms: ['sys:depart:list', 'sys:book:list'],
    parent: 'parent_id',
  },
  sys_role: {
    table: 'sysRole',
    text: 'role_name',
    textEn: 'role_name_en',
    values: ['id', 'role_code'],
    perms: ['sys:role:list'],
    where: sql<SqlBool>`t.owner_user_id is null`,
  },
  sys_position: {
    table: 'sysPosition',
    text: 'name',
    textEn: 'name_en',
    values: ['id', 'code'],
    perms: ['sys:position:list'],
  },
  sys_category: {
    table: 'sysCategory',
    text: 'name',
    textEn: 'name_en',
    values: ['id', 'code'],
    parent: 'pid',
  },
  customer: {
    table: 'customer',
    text: 'name',
    values: ['id', 'code'],
    perms: ['base:customer:list'],
  },
  depot: { table: 'depot', text: 'name', textEn: 'name_en', values: ['id', 'code'] },
  delivery_service: {
    table: 'deliveryService',
    entity: 'delivery-services',
    text: 'name',
    textEn: 'name_en',
    values: ['id', 'code'],
  },
  supplier: {
    table: 'supplier',
    text: 'name',
    values: ['id', 'code'],
    perms: ['dlv:supplier:list'],
  },
  channel: { table: 'channel', text: 'name', values: ['id', 'code'], perms: ['dlv:channel:list'] },
  country: {
    table: 'country',
    text: 'name',
    textEn: 'name_en',
    values: ['iso2', 'iso3', 'id'],
    where: sql<SqlBool>`t.enabled`,
  },
}
const ROWS_MAX = 200

export interface TableQuery {
  dict: TableDict
  value: string
}

/**
 * The query a `table,text,code` stands for. @throws Refusal `dict.codeFormat` for any other text,
 * 403 where the caller lacks the right
 */
export function tableQuery(ctx: Ctx, table: string, text: string, value: string): TableQuery {
  const dict = Object.hasOwn(KNOWN, table) ? KNOWN[table]! : null
  if (!dict || dict.text !== text || !dict.values.includes(value)) fail('dict.codeFormat')
  if (dict.perms && !dict.perms.some((perm) => ctx.can(perm))) failDenied()
  // How a company is built inside is its own people's business.
  if (ctx.principal.customerId !== null && table.startsWith('sys_') && table !== 'sys_category')
    failDenied()
  return { dict, value }
}

const label = (ctx: Ctx, dict: TableDict): RawBuilder<string> => {
  const own = sql.ref<string>(`t.${dict.text}`)
  return ctx.lang === 'en_US' && dict.textEn
    ? sql<string>`coalesce(${sql.ref(`t.${dict.textEn}`)}, ${own})`
    : sql<string>`${own}`
}

/** Rows as options, by words in their text or code where some are given. */
export async function tableOptions(
  ctx: Ctx,
  { dict, value }: TableQuery,
  ask: { keyword?: string; values?: readonly string[]; max?: number } = {},
): Promise<DictOption[]> {
  const column = sql`${sql.ref(`t.${value}`)}::text`
  const words = ask.keyword?.trim()
  const filters = [
    dict.where ?? sql<SqlBool>`true`,
    ...((dict.entity && listHookOf(dict.entity)?.(ctx, { pageNo: 1, pageSize: 1 }, 'list')) ?? []),
    ...(words
      ? [
          sql<SqlBool>`(${label(ctx, dict)} ilike ${`%${likeText(words)}%`} or ${column} ilike ${`${likeText(words)}%`})`,
        ]
      : []),
    ...(ask.values ? [sql<SqlBool>`${column} = any(${ask.values}::text[])`] : []),
  ]
  const found = await sql<{
    value: string
    text: string
  }>`select ${column} as value, ${label(ctx, dict)} as text
    from ${ctx.rows(dict.table).as('t')} where ${sql.join(filters, sql` and `)}
    order by text, value limit ${Math.min(ask.max ?? ROWS_MAX, ROWS_MAX)}`.execute(ctx.db)
  return found.rows.map((row) => ({ value: row.value, text: row.text, title: row.text }))
}

/** Children of a row of a tree, or its top. */
export async function tableChildren(
  ctx: Ctx,
  { dict, value }: TableQuery,
  parent: string,
  pid: string | null,
): Promise<DictNode[]> {
  const up = sql.ref(`t.${parent}`)
  const found = await sql<{
    id: string
    value: string
    text: string
    parentId: string | null
    leaf: boolean
  }>`select t.id::text as id, ${sql.ref(`t.${value}`)}::text as value, ${label(ctx, dict)} as text,
      ${up}::text as parent_id,
      not exists (select 1
        from ${ctx.rows(dict.table).as('c')} where ${sql.ref(`c.${parent}`)} = t.id) as leaf
    from ${ctx.rows(dict.table).as('t')} where ${pid === null ? sql`${up} is null` : sql`${up} = ${pid}`} order by text,
      t.id limit 1000`.execute(ctx.db)
  return found.rows.map((row) => ({
    key: row.id,
    value: row.value,
    title: row.text,
    leaf: row.leaf,
    parentId: row.parentId,
    icon: null,
    code: row.value,
    children: null,
  }))
}
