import { sql } from 'kysely'
import type { RuleColumn } from '#contracts/platform/access/data-rules.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import { unitOf, type Field } from '#contracts/kit/field.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { labelOf, refTarget, tableKey } from '#server/kit/resource/resource-rows.ts'
import { translate, translateLabel } from '#server/kit/http/texts.ts'

export interface Compared {
  ruleConditions: string
  ruleValue: string
  spec: Field | undefined
}

const parts = ({ ruleConditions, ruleValue }: Compared): string[] =>
  ruleConditions === 'IN'
    ? ruleValue
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
    : [ruleValue.trim()]
const variable = /^#\{(\w+)\}$/

/** A column as people call it, with its entity where the screen shows several. */
export function columnTexts(known: RuleColumn | undefined, column: string, lang: Lang): string {
  if (!known) return column
  const unit = unitOf(known.spec)
  const label = `${translateLabel(lang, known.entity.name, known.field)}${unit ? ` (${unit})` : ''}`
  return column.includes('.')
    ? `${translate(lang, 'data-rules', `entity.${known.entity.table}`)} · ${label}`
    : label
}

/**
 * What rules compare with, as people call it: the item of a dictionary, the name of a row, the
 * variable; else the value itself. In the order asked.
 */
export async function valueTexts(ctx: Ctx, rules: readonly Compared[]): Promise<string[]> {
  const texts = await dictTexts(ctx)
  const names = await rowNames(ctx, rules)
  const word = (spec: Field | undefined, part: string): string => {
    const name = variable.exec(part)?.[1]
    if (name !== undefined) return translate(ctx.lang, 'data-rules', `var.${name}`)
    if (spec?.dict) return texts(spec.dict, part) || part
    if (spec?.ref) return names.get(`${spec.ref}:${part}`) ?? part
    if (spec?.type === 'bool')
      return translate(
        ctx.lang,
        'common',
        part === 'true' || part === '1' ? 'value.yes' : 'value.no',
      )
    return part
  }
  return rules.map((rule) =>
    parts(rule)
      .map((part) => word(rule.spec, part))
      .join(', '),
  )
}

/**
 * Names of the rows that rules point at, `customers:17` → name; only of those within the caller's
 * reach.
 */
async function rowNames(ctx: Ctx, rules: readonly Compared[]): Promise<Map<string, string>> {
  const byReference = Map.groupBy(
    rules
      .filter((rule) => rule.spec?.ref)
      .flatMap((rule) =>
        parts(rule)
          .filter((part) => /^\d{1,18}$/.test(part))
          .map((id) => ({ ref: rule.spec?.ref ?? '', id })),
      ),
    ({ ref }) => ref,
  )
  const names = new Map<string, string>()
  for (const [ref, ids] of byReference) {
    const target = refTarget(ref)
    if (!target) continue
    const found = await sql<{
      id: string
      name: string
    }>`select t.id::text as id, ${labelOf(target, 't', ctx.lang)} as name
      from ${ctx.rows(tableKey(target.table)).as('t')} where t.id = any(${ids.map(({ id }) => id)}::bigint[])`.execute(
      ctx.db,
    )
    for (const { id, name } of found.rows) names.set(`${ref}:${id}`, name)
  }
  return names
}
