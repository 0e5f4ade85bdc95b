import { sql, type RawBuilder } from 'kysely'
import { nowIso } from '../runtime/clock.ts'
import type { Ctx } from '../access/ctx.ts'
import { fail, failFields } from '../http/errors.ts'
import { FileReply } from '../http/http-side.ts'
import { isPersonal } from '#contracts/kit/personal.ts'
import { maskedMails, maskedText } from '../http/personal.ts'
import { sheetStream, type SheetCell, type SheetFormat, type SheetTable } from './sheets.ts'

const SHEET_TYPES: Readonly<Record<SheetFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/**
 * Moments leave in UTC, and their title names it: the server does not know the reader's time zone.
 */
export const UTC = ' (UTC)'

/**
 * A table as a file to keep: the sheet is named by `title` (in the reader's language), the file by
 * that and the day (UTC), `客户-20261121.xlsx`. Rows are asked for as they are sent. `of`: for whom it
 * is, and the fields its columns hold; personal ones are masked, or their rows counted for the log.
 */
export function sheetReply(
  title: string,
  table: Omit<SheetTable, 'name'>,
  format: SheetFormat = 'xlsx',
  of?: { ctx: Ctx; fields: readonly string[] },
): FileReply {
  const personal = new Set(of?.fields.flatMap((name, at) => (isPersonal(name) ? [at] : [])))
  const whole = personal.size > 0 && !of?.ctx.principal.masked ? { rows: 0 } : null
  async function* rows(): AsyncGenerator<readonly SheetCell[]> {
    for await (const row of table.rows) {
      if (whole) whole.rows++
      yield whole
        ? row
        : row.map((cell, at) =>
            typeof cell !== 'string'
              ? cell
              : personal.has(at)
                ? maskedText(cell)
                : maskedMails(cell),
          )
    }
  }
  const open = of?.ctx.principal.masked !== true && !whole
  return new FileReply(
    `${title}-${nowIso().slice(0, 10).replaceAll('-', '')}.${format}`,
    SHEET_TYPES[format],
    sheetStream({ ...table, name: title, ...(open ? {} : { rows: rows() }) }, format),
    { personal: whole },
  )
}

/**
 * Refuses (`list.exportTooMany`) where `from …` has more than `max` rows, without counting them
 * all.
 */
export async function refuseTooMany(
  ctx: Ctx,
  from: RawBuilder<unknown>,
  max: number,
): Promise<void> {
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from (select 1 ${from} limit ${max + 1}) as counted`.execute(
    ctx.db,
  )
  if ((counted.rows[0]?.total ?? 0) > max) fail('list.exportTooMany', { max })
}

/** The ids of ticked rows, `1,2,3`; none where nothing is ticked. What is no id is refused. */
export function tickedIds(selections: string | undefined): string[] {
  const ids = selections?.split(',').filter(Boolean) ?? []
  if (ids.some((id) => !/^\d{1,18}$/.test(id)))
    failFields([{ path: 'selections', code: 'field.ref' }])
  return ids
}
