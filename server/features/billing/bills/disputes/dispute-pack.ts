import { sql } from 'kysely'
import { zipSync } from 'fflate'
import type { In } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import type { disputes } from '#contracts/billing/disputes.ts'
import { labelCopies } from '#server/features/orders/labels/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { writeSheet, type SheetCell, type SheetColumn } from '#server/kit/sheets/sheets.ts'

/** Parcels whose evidence goes into one pack. */
const PARCELS_MAX = 1_000

/** A zip for the carrier: the lines, and of their parcels the labels, weighings and tracking. */
export async function disputePack(ctx: Ctx, { id }: In<typeof disputes.pack>): Promise<FileReply> {
  const { rows } = await sql<{ no: string }>`select d.no from ${ctx.rows('dispute').as('d')}
    where d.id = ${id}`.execute(ctx.db)
  const { no } = rows[0] ?? failMissing()
  const parcels = await sql<{ id: string }>`select distinct l.parcel_id as id
    from ${ctx.rows('billLine').as('l')}
    where l.dispute_id = ${id} and l.parcel_id is not null
    order by l.parcel_id limit ${PARCELS_MAX}`.execute(ctx.db)
  const ids = parcels.rows.map((row) => row.id)
  const files: Record<string, Uint8Array> = {
    'lines.csv': await linesSheet(ctx, id),
    'weighings.csv': await weighingsSheet(ctx, ids),
    'tracking.csv': await trackingSheet(ctx, ids),
  }
  for (const { name, bytes } of await labelCopies(ctx, ids)) files[name] = bytes
  return new FileReply(`${no}.zip`, 'application/zip', Buffer.from(zipSync(files)))
}

const sheet = (columns: SheetColumn[], rows: SheetCell[][]) => writeSheet({ columns, rows }, 'csv')

async function linesSheet(ctx: Ctx, id: string): Promise<Buffer> {
  const t = (key: string) => translate(ctx.lang, 'bill-lines', key)
  const codes = await dictTexts(ctx)
  const { rows } = await sql<{
    invoiceNo: string
    trackNo: string
    parcelNo: string | null
    chargeCode: string
    tradeItem: string | null
    code: string
    currency: string
    amount: string
    expected: string
    delta: string
    weightBilled: number | null
    weightOurs: number | null
    zone: string | null
    zoneOurs: string | null
    service: string | null
    serviceOurs: string | null
    note: string | null
  }>`select l.invoice_no, l.track_no, l.parcel_no, l.charge_code, l.trade_item, l.code, l.currency,
      l.amount, l.expected, l.delta, l.weight_billed, l.weight_ours, l.zone, l.zone_ours, l.service,
      l.service_ours, l.note
    from ${ctx.rows('billLine').as('l')} where l.dispute_id = ${id} order by l.id`.execute(ctx.db)
  const kg = (grams: number | null) => (grams === null ? null : (grams / 1000).toFixed(3))
  return sheet(
    [
      { title: t('invoiceNo') },
      { title: t('trackNo') },
      { title: t('parcelNo') },
      { title: t('chargeCode') },
      { title: t('tradeItem') },
      { title: t('code') },
      { title: t('currency') },
      { title: t('amount'), type: 'number' },
      { title: t('expected'), type: 'number' },
      { title: t('delta'), type: 'number' },
      { title: t('weightBilled'), type: 'number' },
      { title: t('weightOurs'), type: 'number' },
      { title: t('zone') },
      { title: t('zoneOurs') },
      { title: t('service') },
      { title: t('serviceOurs') },
      { title: t('note') },
    ],
    rows.map((row) => {
      const money = (minor: string) => formatMoney({ minor: BigInt(minor), currency: row.currency })
      return [
        row.invoiceNo,
        row.trackNo,
        row.parcelNo,
        row.chargeCode,
        row.tradeItem === null ? null : codes('trade_item', row.tradeItem),
        codes('bill_code', row.code),
        row.currency,
        money(row.amount),
        money(row.expected),
        money(row.delta),
        kg(row.weightBilled),
        kg(row.weightOurs),
        row.zone,
        row.zoneOurs,
        row.service,
        row.serviceOurs,
        row.note,
      ]
    }),
  )
}

/** When and where each parcel was weighed, and what it weighed. */
async function weighingsSheet(ctx: Ctx, ids: readonly string[]): Promise<Buffer> {
  const t = (key: string) => translate(ctx.lang, 'bills', `pack.${key}`)
  const { rows } = await sql<{
    no: string
    weight: number | null
    length: number | null
    width: number | null
    height: number | null
    at: Date | null
    depot: string | null
  }>`select p.serial_number as no, p.measured_weight as weight, p.measured_length as length,
      p.measured_width as width, p.measured_height as height, g.create_time as at, d.paper_name as depot
    from ${ctx.rows('parcel').as('p')}
      left join lateral (select s.create_time, s.depot_id from ${ctx.rows('scanLog').as('s')}
        where s.parcel_id = p.id and s.station in ('into', 'measure') and s.undone_at is null
        order by s.create_time desc limit 1) g on true
      left join ${ctx.rows('depot').as('d')} on d.id = coalesce(g.depot_id, p.depot_id)
    where p.id = any(${ids}::bigint[]) and p.measured_weight is not null
    order by p.id`.execute(ctx.db)
  return sheet(
    [
      { title: t('parcelNo') },
      { title: t('grams'), type: 'number' },
      { title: t('length'), type: 'number' },
      { title: t('width'), type: 'number' },
      { title: t('height'), type: 'number' },
      { title: t('at'), type: 'date' },
      { title: t('depot') },
    ],
    rows.map(({ no, weight, length, width, height, at, depot }) => [
      no,
      weight,
      length,
      width,
      height,
      at === null ? null : new Date(at),
      depot,
    ]),
  )
}

async function trackingSheet(ctx: Ctx, ids: readonly string[]): Promise<Buffer> {
  const t = (key: string) => translate(ctx.lang, 'bills', `pack.${key}`)
  const { rows } = await sql<{
    no: string
    at: Date | null
    localTime: string | null
    place: string | null
    text: string | null
  }>`select p.serial_number as no, e.at, e.local_time, e.place, e.raw_text as text
    from ${ctx.rows('trackingEvent').as('e')} join ${ctx.rows('parcel').as('p')}
      on p.id = e.parcel_id
    where e.parcel_id = any(${ids}::bigint[]) order by p.id, e.at nulls last, e.id`.execute(ctx.db)
  return sheet(
    [
      { title: t('parcelNo') },
      { title: t('at'), type: 'date' },
      { title: t('localTime') },
      { title: t('place') },
      { title: t('event') },
    ],
    rows.map(({ no, at, localTime, place, text }) => [
      no,
      at === null ? null : new Date(at),
      localTime,
      place,
      text,
    ]),
  )
}
