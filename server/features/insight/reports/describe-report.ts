import type { Out } from '#contracts/kit/endpoint.ts'
import type { ReportColumn, ReportQueryField, reports } from '#contracts/insight/reports.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { dictItems } from '#server/kit/http/dict-texts.ts'
import { translate } from '#server/kit/http/texts.ts'
import { nameOf, paramsOf, reportOf, titleOf, type Item, type Report } from './report-row.ts'

type Described = Out<typeof reports.getRpColumns>

export async function describeReport(ctx: Ctx, { code }: { code: string }): Promise<Described> {
  const report = await reportOf(ctx, code)
  return {
    ...(await columnsOf(ctx, report)),
    cgRpConfigId: report.id,
    cgRpConfigName: nameOf(ctx, report),
  }
}

export const slotOf = (name: string): string => `fieldHref_${name}`

/** The shown columns in order, and the words of those that hold a dictionary's values. */
export async function columnsOf(
  ctx: Ctx,
  report: Report,
): Promise<Omit<Described, 'cgRpConfigId' | 'cgRpConfigName'>> {
  const items = await dictItems(ctx, ctx.lang)
  const dictOptions: Described['dictOptions'] = {}
  const shown = report.items.filter(({ isShow }) => isShow)
  const columns = shown.map((item): ReportColumn => {
    const words = wordsOf(ctx, item, items)
    const name = item.fieldName
    if (words) dictOptions[name] = words.map(({ value, text }) => ({ value, text, title: text }))
    return {
      title: titleOf(ctx, item),
      dataIndex: name,
      fieldType: item.fieldType === 'Boolean' ? 'String' : item.fieldType,
      align: 'center',
      ...(item.isOrder ? { sorter: 'true' as const } : {}),
      ...(words ? { customRender: name } : {}),
      ...(item.fieldHref ? { scopedSlots: { customRender: slotOf(name) } } : {}),
      ...(item.isTotal ? { isTotal: '1' as const } : {}),
      ...(item.groupTitle ? { groupTitle: item.groupTitle } : {}),
    }
  })
  const { chart, chartX, chartY } = report
  return {
    columns,
    dictOptions,
    fieldHrefSlots: shown.flatMap(({ fieldName, fieldHref }) =>
      fieldHref ? [{ slotName: slotOf(fieldName), href: fieldHref }] : [],
    ),
    ...(shown.some(({ groupTitle }) => groupTitle) ? { isGroupTitle: true } : {}),
    ...((chart === 'bar' || chart === 'line') && chartX && chartY
      ? { chart: { kind: chart, x: chartX, y: chartY } }
      : {}),
  }
}

export function wordsOf(
  ctx: Ctx,
  { dictCode, fieldType }: Item,
  items: Awaited<ReturnType<typeof dictItems>>,
): readonly { value: string; text: string }[] | null {
  if (dictCode) return items[dictCode] ?? []
  return fieldType === 'Boolean'
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

/** Parameters first: a statement asks for them by name. */
export async function queryInfo(
  ctx: Ctx,
  { cgRpConfigId }: { cgRpConfigId: string },
): Promise<ReportQueryField[]> {
  const report = await reportOf(ctx, cgRpConfigId, 'list', 'report.queryFailed')
  const asked: Omit<ReportQueryField, 'hidden'>[] = [
    ...report.params.map(({ paramName, paramTxt }) => ({
      label: paramTxt,
      field: paramName,
      view: 'string' as const,
      mode: 'single' as const,
    })),
    ...report.items
      .filter(({ isSearch }) => isSearch)
      .map((item) => ({
        label: titleOf(ctx, item),
        field: item.fieldName,
        view: viewOf(item),
        mode: item.searchMode,
        ...(item.dictCode ? { dictCode: item.dictCode } : {}),
        ...(item.refOf ? { ref: item.refOf } : {}),
      })),
  ]
  return asked.map((field, at) => (at < SHOWN ? field : { ...field, hidden: '1' as const }))
}

export async function paramsInfo(
  ctx: Ctx,
  { cgRpConfigId }: { cgRpConfigId: string },
): Promise<Out<typeof reports.getParamsInfo>> {
  const report = await reportOf(ctx, cgRpConfigId)
  return (await paramsOf(ctx, report.id)).map(({ paramName, paramTxt, paramValue }) => ({
    paramName,
    paramTxt,
    paramValue,
  }))
}

function viewOf({ fieldType, dictCode, refOf }: Item): ReportQueryField['view'] {
  if (dictCode) return 'list'
  if (refOf) return 'search'
  switch (fieldType) {
    case 'Date':
      return 'date'
    case 'Datetime':
      return 'datetime'
    case 'Integer':
      return 'int'
    case 'BigDecimal':
      return 'number'
    case 'Boolean':
      return 'switch'
    default:
      return 'string'
  }
}
