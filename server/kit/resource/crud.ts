import { sql } from 'kysely'
import type { Crud, Verb } from '#contracts/kit/crud.ts'
import type { Entity } from '#contracts/kit/entity.ts'
import type { Fields } from '#contracts/kit/field.ts'
import type { ListQuery } from '#contracts/kit/page.ts'
import type { Ctx } from '../access/ctx.ts'
import { checkCurrencies } from './currency.ts'
import type { BoundEndpoint } from '../http/bind-endpoints.ts'
import { addRow, deleteRow, deleteRows, editRow, type Draft } from './resource-write.ts'
import type { Hooks } from './hooks.ts'
import { labelOf, listedRow, listRows, refTarget, tableKey, type WireRow } from './resource-rows.ts'
import { exportRows } from './resource-sheets.ts'
import { importRows } from './resource-import.ts'
import { register, registerListHook } from './registry.ts'
import { declareTable } from '../access/tables.ts'
import { calledSo } from './search/called-so.ts'

/**
 * The ordinary edit of an entity, with its hooks, for those who put something back into a record.
 */
export interface Editor {
  of: Crud
  edit(ctx: Ctx, id: string, version: number, draft: Draft): Promise<WireRow>
}
const editors = new Map<string, Editor>()
/**
 * The editor of a table whose entity is edited by the kit; others have an edit of their own, with
 * rules of their own.
 */
export const editorOf = (table: string): Editor | null => editors.get(table) ?? null

const OPTIONS_MAX = 50

/** An entity's calls with what it adds to them. */
export interface Hooked {
  readonly of: Crud
  readonly hooks: Hooks
}
/** Hooks are typed by the entity they belong to. */
export const hooked = <F extends Fields>(
  of: Crud<F>,
  hooks: Hooks<{ fields: NoInfer<F> }>,
): Hooked => ({ of, hooks: hooks as Hooks })

/** The verbs the kit serves of a definition, ready to be mounted. */
export function bindCrud(of: Crud, hooks: Hooks = {}): BoundEndpoint[] {
  registerListHook(of.name, hooks.listQuery)
  if (of.verbs.includes('edit'))
    editors.set(of.table, {
      of,
      edit: (ctx, id, version, draft) => editRow(ctx, of, id, version, draft, hooks),
    })
  const verbs: Record<Verb, (ctx: Ctx, input: never) => Promise<unknown>> = {
    list: (ctx, query: ListQuery) => listRows(ctx, of, query, hooks.listQuery),
    queryById: (ctx, { id }: { id: string }) => listedRow(ctx, of, id),
    add: (ctx, draft: Draft) => addRow(ctx, of, draft, hooks),
    edit: (ctx, { id, version, ...draft }: Draft & { id: string; version: number }) =>
      editRow(ctx, of, id, version, draft, hooks),
    delete: async (ctx, { id }: { id: string }) => deleteRow(ctx, of, id, hooks).then(() => null),
    deleteBatch: (ctx, { ids }: { ids: string[] }) => deleteRows(ctx, of, ids, hooks),
    exportXls: (ctx, query: ListQuery) => exportRows(ctx, of, query, hooks.listQuery),
    importExcel: (ctx, input: { dryRun?: string }) =>
      importRows(ctx, of, hooks, input.dryRun === 'true'),
    options: (ctx, input: { keyword?: string; ids?: string[] }) =>
      options(ctx, of, input, hooks.listQuery),
  }
  return of.verbs.map((verb) => ({
    name: verb,
    endpoint: of.endpoints[verb],
    verb: verbs[verb] as BoundEndpoint['verb'],
  }))
}

/**
 * Makes the definitions known, with the reach of their tables: to be called with all of them before
 * the first query.
 */
export function declareEntities(entities: readonly Entity[]): void {
  register(entities)
  for (const of of entities) {
    checkCurrencies(of)
    declareReach(of)
  }
}

function declareReach(of: Entity): void {
  const depot = of.depot ? { depot: of.depot } : {}
  if (of.scope === 'owner')
    declareTable(of.table, {
      kind: 'owner',
      owner: of.owner ?? 'customer_id',
      ...(of.creator ? { creator: true } : {}),
      ...(of.shared ? { shared: of.shared } : {}),
      ...(of.unowned ? { unowned: true } : {}),
      ...(of.follows ? { follows: of.follows } : {}),
      ...depot,
    })
  else
    declareTable(
      of.table,
      of.scope === 'tenant' ? { kind: 'tenant', ...depot } : { kind: 'global' },
    )
}

/**
 * Rows to choose from, of those the list holds: by words in label or code, Chinese by pinyin as well,
 * or the labels of given ids. At most fifty.
 */
async function options(
  ctx: Ctx,
  of: Entity,
  input: { keyword?: string; ids?: string[] },
  listQuery: Hooks['listQuery'],
): Promise<{ value: string; text: string }[]> {
  const target = refTarget(of.name)
  if (!target) return []
  const label = labelOf(target, 't', ctx.lang)
  const code = target.code ? sql.ref(`t.${target.code}`) : null
  const requested = input.ids
    ? sql`t.id = any(${input.ids}::bigint[])`
    : await calledSo(ctx, of, input.keyword ?? '', {
        names: [of.label],
        codes: target.code ? ['code'] : [],
      })
  const extra = listQuery?.(ctx, { pageNo: 1, pageSize: OPTIONS_MAX }, 'list') ?? []
  const found = await sql<{
    id: string
    label: string | null
    code: string | null
  }>`select t.id, ${label} as label, ${code ?? sql`null::text`} as code
    from ${ctx.rows(tableKey(of.table)).as('t')}
    where ${sql.join([requested, ...extra], sql` and `)} order by ${code ?? label}, t.id
    limit ${OPTIONS_MAX}`.execute(ctx.db)
  return found.rows.map((row) => ({
    value: row.id,
    // A label may be empty, as a remark is: the row is called by its number.
    text: [...new Set([row.code, row.label])].filter(Boolean).join(' ') || row.id,
  }))
}
