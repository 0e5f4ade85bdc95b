import { outboundTracks } from '#contracts/depot/outbound-tracks.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { defineTemplate, queueMessage } from '#server/features/platform/messages/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail } from '#server/kit/http/errors.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { sheetReply } from '#server/kit/sheets/sheet-reply.ts'
import type { SheetColumn } from '#server/kit/sheets/sheets.ts'
import { outRows, type OutRow } from './out-rows.ts'

const MAIL = 'outTrack.claim'
defineTemplate({
  code: MAIL,
  space: 'outbound-tracks',
  channels: ['email'],
  sample: {
    supplier: 'DHL Paket GmbH',
    pieces: 1,
    note: 'Please answer by Friday.',
    parcels: '00340434900000000015 · DE Bonn · 2026-03-01 10:00 · OB260301-001',
  },
})

/** Parcels that left the depot and are looked for. */
export function outboundTrackCalls(): BoundEndpoint[] {
  return bindEndpoints(outboundTracks, {
    query: queryOut,
    claims: writeClaims,
    mail: mailSuppliers,
  })
}

const queryOut = (
  ctx: Ctx,
  wanted: In<typeof outboundTracks.query>,
): Promise<Out<typeof outboundTracks.query>> => outRows(ctx, wanted)

async function writeClaims(
  ctx: Ctx,
  { parcelIds }: In<typeof outboundTracks.claims>,
): Promise<FileReply> {
  const { rows } = await outRows(ctx, { parcelIds })
  const texts = await dictTexts(ctx)
  const word = (key: string) => translate(ctx.lang, 'outbound-tracks', key)
  const column = (key: string, width: number, type: SheetColumn['type'] = 'text'): SheetColumn => ({
    title: word(key),
    width,
    type,
  })
  const day = (at: string | null) => (at === null ? null : new Date(at))
  return sheetReply('claims', {
    columns: [
      column('trackNo', 26),
      column('serialNumber', 18),
      column('orderNo', 18),
      column('batchNo', 18),
      column('supplierName', 24),
      column('country', 16),
      column('city', 20),
      column('outboundAt', 20, 'date'),
      column('lastScanAt', 20, 'date'),
      column('silentHours', 12, 'number'),
      column('trackingStatus', 18),
      column('problem', 20),
    ],
    rows: rows.map((row) => [
      row.trackNo,
      row.serialNumber,
      row.orderNo,
      row.batchNo,
      row.supplierName,
      texts('country', row.country) || row.country,
      row.city,
      day(row.outboundAt),
      day(row.lastScanAt),
      row.silentHours,
      texts('tracking_status', String(row.trackingStatus)),
      row.problem === null ? '' : word(`problem.${row.problem}`),
    ]),
  })
}

/** One mail to each supplier that has an address, with its parcels as lines. */
function mailSuppliers(
  ctx: Ctx,
  { parcelIds, note }: In<typeof outboundTracks.mail>,
): Promise<Out<typeof outboundTracks.mail>> {
  return inTx(ctx, async (tx) => {
    const { rows } = await outRows(tx, { parcelIds })
    if (rows.length === 0) fail('outTrack.noParcels')
    const groups = [...Map.groupBy(rows, ({ supplierId }) => supplierId).values()]
    const mails: Out<typeof outboundTracks.mail>['mails'] = []
    const without: string[] = []
    for (const group of groups) {
      const { supplierName: supplier, supplierEmail: to } = group[0]!
      if (!to) {
        without.push(supplier)
        continue
      }
      await queueMessage(tx, {
        channel: 'email',
        to,
        template: MAIL,
        lang: ctx.lang,
        data: {
          supplier,
          pieces: group.length,
          note: note ?? '',
          parcels: group.map(lineOf).join('\n'),
        },
        once: true,
      })
      mails.push({ supplier, to, parcels: group.length })
    }
    if (mails.length === 0) fail('outTrack.noAddress', { suppliers: without.join(', ') })
    return { mails, without }
  })
}

const lineOf = (row: OutRow): string =>
  [
    row.trackNo ?? row.serialNumber,
    `${row.country} ${row.city}`,
    (row.lastScanAt ?? row.outboundAt).slice(0, 16).replace('T', ' '),
    row.batchNo,
  ]
    .filter(Boolean)
    .join(' · ')
