import { sql } from 'kysely'
import sharp from 'sharp'
import { makeCtx, systemPrincipal, type Ctx } from './kit/access/ctx.ts'
import { inTx } from './kit/db/tx.ts'
import { storeFile } from './kit/files/stored-files.ts'
import { claimUpload, storeUpload } from './kit/files/uploads.ts'
import type { AppDeps } from './kit/runtime/lifecycle.ts'

const DOCUMENTS: readonly (readonly [by: string, name: string, lines: readonly string[]])[] = [
  ['manager', '旺季附加费 2026.csv', ['渠道,生效日,附加费(EUR)', 'DHL-DE,2026-10-01,0.45']],
  ['service', '禁运品清单.txt', ['易燃液体', '未包装的锂电池', '仿牌商品', '烟草', '活体动物']],
  ['warehouse', 'Depot contacts.csv', ['depot,contact,phone', 'FRA1,Nora Weber,+49 69 1200450']],
]
const PEOPLE = ['manager', 'warehouse', 'service', 'finance', 'sales'] as const
const COLOURS = ['#2563a8', '#b45309', '#0f766e', '#7c3aed', '#be185d']

/** A few files of the first demo tenant: pictures of its people, and lists they share. */
export async function seedDemoFiles(
  { db, env, log }: Pick<AppDeps, 'db' | 'env' | 'log'>,
  tenantId: string,
): Promise<void> {
  const inside = (actor: { userId?: string; username?: string } = {}) =>
    makeCtx({
      requestId: 'demo',
      lang: 'zh_CN',
      log,
      deps: { db, env, log },
      http: null,
      executor: db.kysely,
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
}

async function seedPicture(ctx: Ctx, colour: string): Promise<void> {
  const { userId, username } = ctx.principal
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">
    <rect width="256" height="256" fill="${colour}"/>
    <circle cx="128" cy="100" r="48" fill="#fff" fill-opacity=".9"/>
    <path d="M40 256c0-56 39-88 88-88s88 32 88 88z" fill="#fff" fill-opacity=".9"/></svg>`
  const bytes = await sharp(Buffer.from(drawn)).png().toBuffer()
  await inTx(ctx, async (tx) => {
    const path = await storeUpload(tx, { name: `${username}.png`, bytes })
    await claimUpload(tx, path, { ownerKind: 'user', ownerId: userId, kind: 'picture' })
    await sql`update sys_user as u set avatar = ${path}
        where ${tx.rows('sysUser').where('u')} and u.id = ${userId}`.execute(tx.db)
  })
}
