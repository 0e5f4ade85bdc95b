import {
  FIELD_TYPES,
  type ReportItem,
  type ReportParam,
} from '#contracts/insight/online-reports.ts'
import { newLineKey, type Line } from '../../../kit/form/lines/lines.ts'

/** A column of a report as the grid has it: all cells are texts. */
export interface ItemLine extends Line {
  fieldName: string
  fieldTxt: string
  fieldTxtEn: string
  fieldType: string
  isShow: string
  isOrder: string
  /** Not searched, by one value, or by a range. */
  search: string
  isTotal: string
  dictCode: string
  fieldHref: string
  perm: string
  refOf: string
  groupTitle: string
}
export interface ParamLine extends Line {
  paramName: string
  paramTxt: string
  paramValue: string
}

const flag = (on: boolean): string => (on ? '1' : '0')
const orNull = (text: string): string | null => text.trim() || null

export const blankItem = (): ItemLine => ({
  lineKey: newLineKey(),
  fieldName: '',
  fieldTxt: '',
  fieldTxtEn: '',
  fieldType: 'String',
  isShow: '1',
  isOrder: '1',
  search: 'no',
  isTotal: '0',
  dictCode: '',
  fieldHref: '',
  perm: '',
  refOf: '',
  groupTitle: '',
})
export const blankParam = (): ParamLine => ({
  lineKey: newLineKey(),
  paramName: '',
  paramTxt: '',
  paramValue: '',
})

export const itemLine = (item: ReportItem): ItemLine => ({
  lineKey: newLineKey(),
  fieldName: item.fieldName,
  fieldTxt: item.fieldTxt,
  fieldTxtEn: item.fieldTxtEn ?? '',
  fieldType: item.fieldType,
  isShow: flag(item.isShow),
  isOrder: flag(item.isOrder),
  search: item.isSearch ? item.searchMode : 'no',
  isTotal: flag(item.isTotal),
  dictCode: item.dictCode ?? '',
  fieldHref: item.fieldHref ?? '',
  perm: item.perm ?? '',
  refOf: item.refOf ?? '',
  groupTitle: item.groupTitle ?? '',
})
export const paramLine = (param: ReportParam): ParamLine => ({ lineKey: newLineKey(), ...param })

export const itemOf = (line: ItemLine): ReportItem => ({
  fieldName: line.fieldName.trim(),
  fieldTxt: line.fieldTxt,
  fieldTxtEn: orNull(line.fieldTxtEn),
  fieldType: FIELD_TYPES.find((type) => type === line.fieldType) ?? 'String',
  isShow: line.isShow === '1',
  isOrder: line.isOrder === '1',
  isSearch: line.search !== 'no',
  searchMode: line.search === 'group' ? 'group' : 'single',
  isTotal: line.isTotal === '1',
  dictCode: orNull(line.dictCode),
  refOf: orNull(line.refOf),
  fieldHref: orNull(line.fieldHref),
  groupTitle: orNull(line.groupTitle),
  perm: orNull(line.perm),
})
export const paramOf = ({ paramName, paramTxt, paramValue }: ParamLine): ReportParam => ({
  paramName: paramName.trim(),
  paramTxt,
  paramValue,
})

/** What the statement has now: columns that stay keep how they are shown. */
export function mergedLines<L extends Line, K extends keyof L & string>(
  before: readonly L[],
  found: readonly L[],
  key: K,
): L[] {
  return found.map((line) => before.find((one) => one[key] === line[key]) ?? line)
}
