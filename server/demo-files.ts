import { sql } from 'kysely'
import { makeCtx, systemPrincipal, type Ctx } from './kit/access/ctx.ts'
import { inTx } from './kit/db/tx.ts'
import { storeFile } from './kit/files/stored-files.ts'
import { claimUpload, storeUpload } from './kit/files/uploads.ts'
import { PaperDocument } from './kit/pdf/paper.ts'
import { PdfDocument } from './kit/pdf/pdf-document.ts'
import { PdfSheet } from './kit/pdf/pdf-sheet.ts'
import type { Deps } from './kit/runtime/deps.ts'

const DOCUMENTS: readonly (readonly [by: string, name: string, lines: readonly string[]])[] = [
  ['manager', '旺季附加费 2026.csv', ['渠道,生效日,附加费(EUR)', 'DHL-DE,2026-10-01,0.45']],
  ['service', '禁运品清单.txt', ['易燃液体', '未包装的锂电池', '仿牌商品', '烟草', '活体动物']],
  ['warehouse', 'Depot contacts.csv', ['depot,contact,phone', 'FRA1,Nora Weber,+49 69 1200450']],
]
const PEOPLE = ['manager', 'warehouse', 'service', 'finance', 'sales'] as const
const COLOURS = ['#2563a8', '#b45309', '#0f766e', '#7c3aed', '#be185d']

/**
 * A few files of the first demo tenant: pictures of its people, lists they share, proofs of
 * deliveries.
 */
export async function seedDemoFiles(deps: Deps, tenantId: string): Promise<void> {
  const inside = (actor: { userId?: string; username?: string } = {}) =>
    makeCtx({
      requestId: 'demo',
      lang: 'zh_CN',
      log: deps.log,
      deps,
      http: null,
      executor: deps.db.kysely,
      principal: systemPrincipal(tenantId, actor),
    })
  const system = inside()
  const actingAs = async (username: string) => {
    const { rows } = await sql<{ id: string }>`select u.id
        from ${system.rows('sysUser').as('u')} where u.username = ${username}`.execute(system.db)
    return inside({ userId: rows[0]?.id ?? '0', username })
  }
  for (const [by, name, lines] of DOCUMENTS)
    await storeFile(await actingAs(by), {
      ownerKind: 'store',
      ownerId: tenantId,
      name,
      // Spreadsheets take a text without this sign for one in the system's own encoding.
      bytes: Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`),
    })
  for (const [at, username] of PEOPLE.entries())
    await seedPicture(await actingAs(username), COLOURS[at]!)
  await seedProofs(await actingAs('service'))
  await seedBoxLabels(await actingAs('service'))
}

interface DueCarton {
  shipmentId: string
  customerId: string
  parcelId: string
  fbaCode: string
  boxCode: string
  warehouseCode: string | null
}

/**
 * Box labels of the orders that wait for their waybill, as their customers would have sent them;
 * those of the newest order have not come yet.
 */
async function seedBoxLabels(ctx: Ctx): Promise<void> {
  const { rows } = await sql<DueCarton>`select f.id as shipment_id, f.customer_id, f.fba_code,
      f.warehouse_code, p.id as parcel_id, p.fba_code as box_code
    from ${ctx.rows('fbaOrder').as('f')}
      cross join lateral fba_lacks(f.tenant_id, f.id) x
      join parcel p on p.tenant_id = f.tenant_id and p.shipment_id = f.id
    where x.stage = 'waybill' and f.fba_code is not null and p.fba_code is not null
      and f.id <> (select max(n.id) from ${ctx.rows('fbaOrder').as('n')}
        cross join lateral fba_lacks(n.tenant_id, n.id) y where y.stage = 'waybill')
    order by f.id, p.seq`.execute(ctx.db)
  for (const [at, row] of rows.entries())
    await inTx(ctx, async (tx) => {
      const { id } = await storeFile(tx, {
        ownerKind: 'fba_order',
        ownerId: row.shipmentId,
        name: `${row.boxCode}.pdf`,
        bytes: boxLabelOf(row),
        kind: 'boxLabel',
        customerId: row.customerId,
        limits: { types: ['application/pdf'], count: 1_000 },
      })
      const page = rows.slice(0, at + 1).filter((one) => one.shipmentId === row.shipmentId).length
      await sql`insert into fba_label (tenant_id, shipment_id, parcel_id, file_name, page, place,
          box_code, found_by, file_id, create_by)
        values (${tx.principal.tenantId}, ${row.shipmentId}, ${row.parcelId}, ${row.fbaCode},
          ${page}, 1, ${row.boxCode}, 'text', ${id}, ${tx.principal.username})`.execute(tx.db)
    })
}

function boxLabelOf({ fbaCode, boxCode, warehouseCode }: DueCarton): Buffer {
  const doc = new PdfDocument(boxCode)
  const page = new PdfSheet(doc, 100, 150)
  page.text(10, 10, fbaCode.slice(0, 5), 80, { size: 10, bold: true })
  page.text(10, 30, `Ship to: ${warehouseCode ?? ''}`, 80, { size: 5 })
  page.text(10, 40, `Shipment ${fbaCode}`, 80, { size: 5 })
  page.text(10, 70, boxCode, 80, { size: 5, bold: true })
  page.box(6, 64, 88, 20)
  page.end()
  return doc.end()
}

const PROOFS = 24
interface Delivered {
  id: string
  customerId: string
  serialNumber: string
  fbaCode: string | null
  warehouseCode: string | null
  appointmentNo: string | null
  receivedBy: string | null
  realTime: string
}

/** Proofs of the newest deliveries into warehouses; the last few are still to be looked at. */
async function seedProofs(ctx: Ctx): Promise<void> {
  const { rows } = await sql<Delivered>`select f.id, f.customer_id, f.serial_number, f.fba_code,
      f.warehouse_code, f.appointment_no, f.received_by, f.real_time
    from ${ctx.rows('fbaOrder').as('f')}
    where f.delivery_state = 'DELIVERED' and f.pod_state = 'EXPECTED' and f.pod_file_id is null
    order by f.real_time desc limit ${PROOFS}`.execute(ctx.db)
  for (const [at, row] of rows.entries())
    await inTx(ctx, async (tx) => {
      const { id } = await storeFile(tx, {
        ownerKind: 'fba_order',
        ownerId: row.id,
        name: `POD-${row.fbaCode ?? row.serialNumber}.pdf`,
        bytes: await proofOf(row),
        kind: 'pod',
        customerId: row.customerId,
      })
      const state = at < 4 ? 'RECEIVED' : 'VERIFIED'
      await sql`update fba_order as f set pod_state = ${state}, pod_file_id = ${id},
          pod_time = least(f.real_time + interval '5 hours', now())
        where ${tx.rows('fbaOrder').where('f')} and f.id = ${row.id}`.execute(tx.db)
    })
}

async function proofOf(row: Delivered): Promise<Buffer> {
  const doc = new PaperDocument('Proof of delivery')
  const page = new PdfSheet(doc, 148, 105)
  page.text(10, 10, 'PROOF OF DELIVERY', 128, { size: 6, bold: true })
  const lines = [
    ['Shipment ID', row.fbaCode],
    ['Order', row.serialNumber],
    ['Warehouse', row.warehouseCode],
    ['Appointment', row.appointmentNo],
    ['Delivered (UTC)', row.realTime.slice(0, 16).replace('T', ' ')],
    ['Received by', row.receivedBy],
  ]
  for (const [at, [name, value]] of lines.entries()) {
    page.text(10, 26 + at * 10, name ?? '', 38, { size: 4 })
    page.text(50, 26 + at * 10, value ?? '', 88, { size: 4, bold: true })
  }
  page.box(8, 22, 132, 64)
  page.end()
  return await doc.end()
}

async function seedPicture(ctx: Ctx, colour: string): Promise<void> {
  const { userId, username } = ctx.principal
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">
    <rect width="256" height="256" fill="${colour}"/>
    <circle cx="128" cy="100" r="48" fill="#fff" fill-opacity=".9"/>
    <path d="M40 256c0-56 39-88 88-88s88 32 88 88z" fill="#fff" fill-opacity=".9"/></svg>`
  // Machine code of some ten megabytes, which only a demo world loads at its start.
  const { default: sharp } = await import('sharp')
  const bytes = await sharp(Buffer.from(drawn)).png().toBuffer()
  await inTx(ctx, async (tx) => {
    const path = await storeUpload(tx, { name: `${username}.png`, bytes })
    await claimUpload(tx, path, { ownerKind: 'user', ownerId: userId, kind: 'picture' })
    await sql`update sys_user as u set avatar = ${path}
        where ${tx.rows('sysUser').where('u')} and u.id = ${userId}`.execute(tx.db)
  })
}
