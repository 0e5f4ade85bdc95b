import type { ClientBase } from 'pg'
import { STARTING_REPORTS } from './figures.ts'
import { PICKER_REPORTS } from './pickers.ts'

const PARAMS = [{ report: 'stock_age', name: 'minDays', txt: '库龄天数不少于' }]

/** The reports a tenant starts with; one that is there stays as it is. */
export async function seedReports(client: ClientBase, tenantId: string): Promise<void> {
  const heads = [...PICKER_REPORTS, ...STARTING_REPORTS]
  const items = heads.flatMap(({ code, items: columns }) =>
    columns.map((one, at) => ({ report: code, orderNum: at + 1, ...one })),
  )
  await client.query(
    `with made as (
      insert into online_report (tenant_id, code, name, name_en, cgr_sql, perm, in_menu, built_in,
        chart, chart_x, chart_y, content, create_by)
      select $1, code, name, "nameEn", "cgrSql", perm, "inMenu", "builtIn", chart, "chartX",
        "chartY", content, 'system'
      from jsonb_to_recordset($2::jsonb) as r(code text, name text, "nameEn" text, "cgrSql" text,
        perm text, "inMenu" boolean, "builtIn" boolean, chart text, "chartX" text, "chartY" text,
        content text)
      on conflict (tenant_id, code) do nothing returning id, code
    ), params as (
      insert into online_report_param (tenant_id, head_id, order_num, param_name, param_txt)
      select $1, m.id, 1, p.name, p.txt
      from jsonb_to_recordset($4::jsonb) as p(report text, name text, txt text)
        join made m on m.code = p.report
    )
    insert into online_report_item (tenant_id, head_id, order_num, field_name, field_txt,
      field_txt_en, field_type, is_show, is_order, is_search, search_mode, is_total, dict_code,
      ref_of, field_href, perm)
    select $1, m.id, i."orderNum", i."fieldName", i."fieldTxt", i."fieldTxtEn", i."fieldType",
      coalesce(i."isShow", true), coalesce(i."isOrder", true), coalesce(i."isSearch", false),
      coalesce(i."searchMode", 'single'), coalesce(i."isTotal", false), i."dictCode", i."refOf",
      i."fieldHref", i.perm
    from jsonb_to_recordset($3::jsonb) as i(report text, "orderNum" int, "fieldName" text,
        "fieldTxt" text, "fieldTxtEn" text, "fieldType" text, "isShow" boolean, "isOrder" boolean,
        "isSearch" boolean, "searchMode" text, "isTotal" boolean, "dictCode" text, "refOf" text,
        "fieldHref" text, perm text)
      join made m on m.code = i.report`,
    [tenantId, JSON.stringify(heads), JSON.stringify(items), JSON.stringify(PARAMS)],
  )
}
