import type { Out } from '#contracts/kit/endpoint.ts'
import type { Field } from '#contracts/kit/field.ts'
import type { ReportColumn, ReportQueryField, reports } from '#contracts/insight/reports.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { dictItems } from '#server/kit/http/dict-texts.ts'
import { translate, translateLabel } from '#server/kit/http/texts.ts'
import { isRanged } from '#contracts/kit/page.ts'
import { fieldsOf, isWordReport, reportOf, type Report } from './registry.ts'
import { describeDictionaryReport, wordQuery } from './dictionary-report.ts'

type Described = Out<typeof reports.getRpColumns>
const TYPES: Partial<Record<Field['type'], string>> = {
  int: 'Integer',
  decimal: 'BigDecimal',
  weight: 'BigDecimal',
  length: 'BigDecimal',
  money: 'BigDecimal',
  date: 'Date',
  datetime: 'Datetime',
}
const UNITS: Partial<Record<Field['type'], string>> = { weight: ' (kg)', length: ' (cm)' }

export async function describeReport(ctx: Ctx, { code }: { code: string }): Promise<Described> {
  if (isWordReport(code)) return describeDictionaryReport(ctx, code)
  const report = reportOf(ctx, code)
  return {
    ...(await columnsOf(ctx, report)),
    cgRpConfigId: report.code,
    cgRpConfigName: titleOf(ctx, report),
  }
}

export const titleOf = (ctx: Ctx, { of }: Report): string => translate(ctx.lang, of.name, 'title')

/**
 * Columns in order, and the words of those that hold a dictionary's values. A reference shows its
 * label; its id is in the same record.
 */
export async function columnsOf(
  ctx: Ctx,
  report: Report,
): Promise<Pick<Described, 'columns' | 'dictOptions' | 'fieldHrefSlots'>> {
  const items = await dictItems(ctx, ctx.lang)
  const dictOptions: Described['dictOptions'] = {}
  const columns = fieldsOf(ctx, report, report.columns).map(([name, spec]): ReportColumn => {
    const words = textsOf(ctx, spec, items)
    if (words) dictOptions[name] = words.map(({ value, text }) => ({ value, text, title: text }))
    return {
      title: translateLabel(ctx.lang, report.of.name, name) + (UNITS[spec.type] ?? ''),
      dataIndex: spec.ref ? `${name}_dictText` : name,
      fieldType: TYPES[spec.type] ?? 'String',
      align: 'center',
      ...(spec.sort ? { sorter: 'true' as const } : {}),
      ...(words ? { customRender: name } : {}),
    }
  })
  return { columns, dictOptions, fieldHrefSlots: [] }
}

function textsOf(
  ctx: Ctx,
  spec: Field,
  items: Awaited<ReturnType<typeof dictItems>>,
): readonly { value: string; text: string }[] | null {
  if (spec.dict) return items[spec.dict] ?? []
  return spec.type === 'bool'
    ? [
        { value: 'true', text: translate(ctx.lang, 'common', 'value.yes') },
        { value: 'false', text: translate(ctx.lang, 'common', 'value.no') },
      ]
    : null
}

/**
 * Fields of the query form beyond the second are hidden until asked for, as the family's form does
 * it.
 */
const SHOWN = 2

export function queryInfo(
  ctx: Ctx,
  { cgRpConfigId }: { cgRpConfigId: string },
): Promise<ReportQueryField[]> {
  if (isWordReport(cgRpConfigId)) return Promise.resolve(wordQuery(ctx, cgRpConfigId))
  const report = reportOf(ctx, cgRpConfigId)
  return Promise.resolve(
    fieldsOf(ctx, report, report.filters).map(([field, spec], at): ReportQueryField => ({
      label: translateLabel(ctx.lang, report.of.name, field),
      field,
      view: viewOf(spec),
      mode: isRanged(spec) ? 'group' : 'single',
      ...(at >= SHOWN ? { hidden: '1' as const } : {}),
      ...(spec.dict ? { dictCode: spec.dict } : {}),
      ...(spec.ref ? { ref: spec.ref } : {}),
    })),
  )
}

function viewOf(spec: Field): ReportQueryField['view'] {
  switch (spec.type) {
    case 'date':
    case 'datetime':
      return spec.type
    case 'int':
      return 'int'
    case 'decimal':
    case 'weight':
    case 'length':
    case 'money':
      return 'number'
    case 'dict':
      return 'list'
    case 'bool':
      return 'switch'
    case 'ref':
      return 'search'
    default:
      return 'string'
  }
}
