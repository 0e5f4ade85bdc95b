import { createCanvas, loadImage } from '@napi-rs/canvas'
import bwip from 'bwip-js/node'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type { World } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { expectParcelPods } from './expect-pods.ts'

/**
 * A page of a proof: written, or drawn as a scan of the first number, with the text a scanner read from
 * it; several numbers where it has a header.
 */
export interface DrawnPage {
  numbers: readonly string[]
  scan?: { turn?: number; blur?: number; noise?: number; scale?: number; quality?: number }
  layer?: string
}

/** A file of proofs. */
export async function proofPdf(pages: readonly DrawnPage[]): Promise<Buffer> {
  const file = await PDFDocument.create()
  const font = await file.embedFont(StandardFonts.Helvetica)
  for (const { numbers, scan, layer } of pages) {
    const page = file.addPage([420, 298])
    if (scan) {
      const drawn = await file.embedJpg(await scanOf(numbers[0] ?? '', scan))
      page.drawImage(drawn, { x: 0, y: 0, width: 420, height: 298 })
      if (layer) page.drawText(layer, { x: 20, y: 20, size: 6, font, opacity: 0 })
      continue
    }
    page.drawText('Proof of delivery', { x: 20, y: 250, size: 14, font })
    numbers.forEach((number, at) =>
      page.drawText(number, { x: 20, y: 220 - at * 20, size: 11, font }),
    )
  }
  return Buffer.from(await file.save())
}

/** A signed paper as a scanner sees it: askew, soft, with specks. */
export async function scanOf(
  number: string,
  { turn = 0, blur = 0, noise = 0, scale = 2, quality = 92 }: NonNullable<DrawnPage['scan']> = {},
): Promise<Buffer> {
  const [width, height] = [1240, 880]
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fdfdf8'
  context.fillRect(0, 0, width, height)
  context.translate(width / 2, height / 2)
  context.rotate((turn * Math.PI) / 180)
  context.translate(-width / 2, -height / 2)
  if (blur > 0) context.filter = `blur(${blur}px)`
  if (number !== '') {
    const bars = await loadImage(
      await bwip.toBuffer({ bcid: 'code128', text: number, scale, height: 18, paddingwidth: 12 }),
    )
    context.drawImage(bars, (width - bars.width) / 2, 220)
  }
  context.strokeStyle = '#223'
  context.lineWidth = 4
  context.beginPath()
  context.moveTo(300, 640)
  for (let at = 0; at < 12; at++) context.lineTo(340 + at * 40, 640 + (at % 2 === 0 ? -40 : 30))
  context.stroke()
  context.filter = 'none'
  let seed = 7
  for (let at = 0; at < noise; at++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    const [x, y] = [seed % width, Math.floor(seed / width) % height]
    context.fillStyle = at % 2 === 0 ? '#555' : '#fff'
    context.fillRect(x, y, 2, 2)
  }
  return canvas.toBuffer('image/jpeg', quality)
}

export interface MadePod {
  id: string
  trackNo: string
  parcelId: string
  shipmentId: string
}

/** A carrier of parcels whose numbers begin so, and proofs of so many delivered parcels. */
export async function makePods(
  world: World,
  count: number,
  { prefix = 'GX', carrier = {} }: { prefix?: string; carrier?: object } = {},
): Promise<{ carrierId: string; pods: MadePod[] }> {
  const finance = await world.as('finance')
  const made = await finance.post('/erp/podCarrier/add', {
    code: prefix,
    name: `Carrier ${prefix}`,
    kind: 'PARCEL',
    numberPattern: `${prefix}[0-9]{10}`,
    currency: 'EUR',
    ...carrier,
  })
  if (!made.success) throw new Error(`${made.message} ${JSON.stringify(made.result)}`)
  const staff = await world.as('manager')
  const { pool } = world.db
  const parcels: { parcelId: string; shipmentId: string; trackNo: string }[] = []
  for (let at = 1; at <= count; at++) {
    const { id } = await makeOrder(world, staff)
    const trackNo = `${prefix}${String(at).padStart(10, '0')}`
    const { rows } = await pool.query<{ id: string }>(
      `update parcel set track_no = $3, parcel_status = 90, delivered_at = now() - interval '2 days'
        where tenant_id = $1 and shipment_id = $2 and seq = 1 returning id`,
      [world.tenantId, id, trackNo],
    )
    parcels.push({ parcelId: rows[0]!.id, shipmentId: id, trackNo })
  }
  await inTx(jobCtx(world.deps, world.tenantId), (tx) =>
    expectParcelPods(
      tx,
      parcels.map(({ parcelId }) => parcelId),
    ),
  )
  const { rows } = await pool.query<{ id: string; parcelId: string }>(
    `select id, parcel_id as "parcelId" from pod where tenant_id = $1 and parcel_id = any($2)`,
    [world.tenantId, parcels.map(({ parcelId }) => parcelId)],
  )
  const ids = new Map(rows.map((row) => [row.parcelId, row.id]))
  return {
    carrierId: (made.result as { id: string }).id,
    pods: parcels.map((one) => ({ ...one, id: ids.get(one.parcelId)! })),
  }
}
