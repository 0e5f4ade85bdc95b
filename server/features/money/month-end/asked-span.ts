import { z } from 'zod'
import type { ListQuery } from '#contracts/kit/page.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { failFields } from '#server/kit/http/errors.ts'

export interface Span {
  from: string
  to: string
}

/**
 * The days a list is about, by its filter `day`. Where none is asked: the month before this one, or
 * this month up to today where the list is read every day (`current`).
 */
export async function spanOf(ctx: Ctx, query: Partial<ListQuery>, current = false): Promise<Span> {
  const only = dayIn(query.day)
  const last = dayIn(query.day_end) ?? only
  const first = dayIn(query.day_begin) ?? only
  if (first && last && first > last) failFields([{ path: 'day', code: 'field.date' }])
  const today = await businessDay(ctx)
  const to = last ?? (first || current ? today : dayBefore(monthOf(today)))
  return { from: first ?? monthOf(to), to }
}

/** The first day of a day's month. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`

export const dayBefore = (day: string): string => daysOn(day, -1)
export const dayAfter = (day: string): string => daysOn(day, 1)

export function daysOn(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

function dayIn(value: unknown): string | null {
  if (value === undefined || value === '') return null
  const read = z.iso.date().safeParse(value)
  return read.success ? read.data : failFields([{ path: 'day', code: 'field.date' }])
}
