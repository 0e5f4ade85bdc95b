type Kind = 'String' | 'Integer' | 'BigDecimal' | 'Date' | 'Datetime' | 'Boolean'
export interface Column {
  fieldName: string
  fieldTxt: string
  fieldTxtEn: string
  fieldType: Kind
  isShow?: boolean
  isOrder?: boolean
  isSearch?: boolean
  searchMode?: 'single' | 'group'
  isTotal?: boolean
  dictCode?: string
  refOf?: string
  fieldHref?: string
  perm?: string
}
export interface Report {
  code: string
  name: string
  nameEn: string
  cgrSql: string
  perm: string | null
  inMenu: boolean
  builtIn: boolean
  chart: string
  chartX: string | null
  chartY: string | null
  content: string | null
  items: Column[]
}

export const column = (
  fieldName: string,
  [fieldTxt, fieldTxtEn]: readonly [string, string],
  more: Partial<Column> = {},
): Column => ({ fieldName, fieldTxt, fieldTxtEn, fieldType: 'String', ...more })
export const searched = { isSearch: true }
export const id = column('id', ['编号', 'Id'], { isShow: false })
export const customer = (more: Partial<Column> = {}): Column[] => [
  column('customerId', ['客户', 'Customer'], {
    isShow: false,
    perm: 'base:customer:list',
    refOf: 'customers',
    ...more,
  }),
  column('customerId_dictText', ['客户', 'Customer'], { perm: 'base:customer:list' }),
]

/** Behind a picker: open to all who may list the same rows. */
export const picker = (
  code: string,
  [name, nameEn]: readonly [string, string],
  cgrSql: string,
  items: Column[],
): Report => ({
  code,
  name,
  nameEn,
  cgrSql,
  perm: null,
  inMenu: false,
  builtIn: true,
  chart: 'none',
  chartX: null,
  chartY: null,
  content: null,
  items,
})
/** A figure people look at: in the list of reports, for who may run reports. */
export const figure = (
  code: string,
  [name, nameEn]: readonly [string, string],
  cgrSql: string,
  items: Column[],
  [chart, chartX, chartY]: readonly ['bar' | 'line', string, string],
): Report => ({
  ...picker(code, [name, nameEn], cgrSql, items),
  perm: 'sys:report:run',
  inMenu: true,
  builtIn: false,
  chart,
  chartX,
  chartY,
})
