import { sql } from 'kysely'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { parcelEvents } from '#contracts/tracking/parcel-events.ts'
import {
  isTrackStatus,
  isTrackSub,
  subsOf,
  type TrackStatus,
  type TrackSub,
} from '#contracts/tracking/tracking.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'

type Listed = Out<typeof parcelEvents.templates>
interface ListedRow {
  id: string
  code: string
  text: string
  textEn: string
  status: string
  sub: string | null
  place: string | null
  country: string | null
  visibility: 'PUBLIC' | 'CUSTOMER' | 'STAFF'
}

/** The templates in use, in the order of a parcel's way. */
export async function activeTemplates(ctx: Ctx): Promise<Listed> {
  const found =
    await sql<ListedRow>`select t.id, t.code, t.text, t.text_en, t.status, t.sub, t.place, t.country, t.visibility
    from ${ctx.rows('eventTemplate').as('t')} where t.enabled
    order by t.status::int, t.code`.execute(ctx.db)
  return found.rows
}

export interface Template {
  code: string
  text: string
  textEn: string
  status: TrackStatus
  sub: TrackSub
  place: string | null
  country: string | null
  visibility: string
}

/** The template to add from; one that is not in use is refused at its field. */
export async function loadTemplate(ctx: Ctx, id: string): Promise<Template> {
  const found = await sql<{
    code: string
    text: string
    textEn: string
    status: string
    sub: string | null
    place: string | null
    country: string | null
    visibility: string
    enabled: boolean
  }>`select t.code, t.text, t.text_en, t.status, t.sub, t.place, t.country, t.visibility, t.enabled
    from ${ctx.rows('eventTemplate').as('t')} where t.id = ${id}`.execute(ctx.db)
  const row = found.rows[0]
  if (!row) failFields([{ path: 'templateId', code: 'field.ref' }])
  if (!row.enabled) failFields([{ path: 'templateId', code: 'tracking.templateOff' }])
  const status = Number(row.status)
  if (!isTrackStatus(status)) failFields([{ path: 'templateId', code: 'field.dict' }])
  const sub = row.sub ?? subsOf(status)[0]
  if (sub === undefined || !isTrackSub(status, sub))
    failFields([{ path: 'templateId', code: 'tracking.sub' }])
  return { ...row, status, sub }
}
