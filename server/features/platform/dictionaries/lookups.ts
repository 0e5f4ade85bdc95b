import { isId } from '#contracts/kit/envelope.ts'
import type { dictLookups, DictNode } from '#contracts/platform/lists/dictionaries.lookups.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { DictOption } from '#contracts/platform/session/session.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { allDictItems } from './all-items.ts'
import { tableChildren, tableOptions, tableQuery, type TableQuery } from './table-dicts.ts'

/**
 * A dictionary's code, or a table's as `table,text,code`. Whatever is more than that (conditions,
 * suffixes, encodings) is refused.
 */
function parse(ctx: Ctx, code: string): { dict: string } | TableQuery {
  if (code.trim() === '') fail('dict.codeEmpty')
  if (/^[a-z0-9_]{1,64}$/i.test(code)) return { dict: code }
  const [table = '', text = '', value = '', ...more] = code.split(',')
  if (more.length > 0 || value === '') fail('dict.codeFormat')
  return tableQuery(ctx, table, text, value)
}

const own = async (ctx: Ctx, code: string): Promise<DictOption[]> =>
  (await allDictItems(ctx))[code] ?? []

export async function getDictItems(ctx: Ctx, { code }: { code: string }): Promise<DictOption[]> {
  const requested = parse(ctx, code)
  return 'value' in requested ? tableOptions(ctx, requested) : own(ctx, requested.dict)
}

export async function getDictText(
  ctx: Ctx,
  { code, key }: { code: string; key: string },
): Promise<string> {
  const requested = parse(ctx, code)
  const found =
    'value' in requested
      ? await tableOptions(ctx, requested, { values: [key] })
      : await own(ctx, requested.dict)
  return found.find((one) => one.value === key)?.text ?? ''
}

export async function loadDict(
  ctx: Ctx,
  { code, keyword, pageSize }: In<typeof dictLookups.loadDict>,
): Promise<DictOption[]> {
  const requested = parse(ctx, code)
  const max = pageSize === undefined ? 50 : Math.max(1, Number(pageSize))
  if ('value' in requested)
    return tableOptions(ctx, requested, { max, ...(keyword ? { keyword } : {}) })
  const words = keyword?.trim().toLowerCase() ?? ''
  return (await own(ctx, requested.dict))
    .filter(
      (one) => one.text.toLowerCase().includes(words) || one.value.toLowerCase().startsWith(words),
    )
    .slice(0, max)
}

/** Texts in the order of the keys; one that is not there reads as its key. */
export async function loadDictItem(
  ctx: Ctx,
  { code, key }: In<typeof dictLookups.loadDictItem>,
): Promise<string[]> {
  const requested = parse(ctx, code)
  const keys = (key ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
    .slice(0, 200)
  if (keys.length === 0) return []
  const found =
    'value' in requested
      ? await tableOptions(ctx, requested, { values: keys })
      : await own(ctx, requested.dict)
  return keys.map((one) => found.find(({ value }) => value === one)?.text ?? one)
}

/** One level of a tree. A condition of the client's own is refused, without looking at it. */
export async function loadTreeData(
  ctx: Ctx,
  {
    pid,
    pidField,
    tableName,
    text,
    code,
    hasChildField,
    condition,
  }: In<typeof dictLookups.loadTreeData>,
): Promise<DictNode[]> {
  const requested = tableQuery(ctx, tableName, text, code)
  const { parent } = requested.dict
  if (
    !parent ||
    (pidField && pidField !== parent) ||
    (hasChildField && hasChildField !== 'has_child') ||
    (condition && condition.trim() !== '')
  )
    fail('dict.codeFormat')
  if (pid && !isId(pid)) fail('dict.codeFormat')
  return tableChildren(ctx, requested, parent, !pid || pid === '0' ? null : pid)
}
