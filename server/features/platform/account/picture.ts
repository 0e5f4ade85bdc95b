import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { PICTURE_BYTES, type account } from '#contracts/platform/account.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { CODES } from '#contracts/kit/envelope.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failMissing, failUnauthorised, Refusal } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { cleanPicture } from './clean-picture.ts'
import { ownInfo } from './own-info.ts'
import { ownDb } from './own-account.ts'

/**
 * A picture of oneself. It gets a new id each time: what a browser has kept under an old one is
 * never shown for it.
 */
export async function savePicture(ctx: Ctx): Promise<Out<typeof account.savePicture>> {
  const upload = await (ctx.http ?? failUnauthorised('session.missing')).upload()
  if (upload.bytes.length > PICTURE_BYTES)
    throw new Refusal('request.tooLarge', { body: CODES.tooLarge, http: 413 })
  const clean = cleanPicture(upload.bytes) ?? fail('account.noPicture')
  return await inTx(ctx, async (tx) => {
    const id = randomUUID()
    await sql`insert into user_picture (id, user_id, type, bytes) values (${id}, ${tx.principal.userId}, ${clean.type}, ${clean.bytes})
      on conflict (user_id) do update set id = excluded.id, type = excluded.type, bytes = excluded.bytes, created_at = now()`.execute(
      ownDb(tx),
    )
    return await point(tx, `/sys/account/picture/${id}`)
  })
}

export async function removePicture(ctx: Ctx): Promise<Out<typeof account.removePicture>> {
  return await inTx(ctx, async (tx) => {
    await sql`delete from user_picture where user_id = ${tx.principal.userId}`.execute(ownDb(tx))
    return await point(tx, null)
  })
}

async function point(tx: Tx, avatar: string | null): Promise<Out<typeof account.savePicture>> {
  const before = (
    await sql<{
      avatar: string | null
    }>`select avatar from sys_user where id = ${tx.principal.userId} for update`.execute(ownDb(tx))
  ).rows[0]
  await sql`update sys_user set avatar = ${avatar}, version = version + 1, update_by = ${tx.principal.username}, update_time = now() where id = ${tx.principal.userId}`.execute(
    ownDb(tx),
  )
  await tx.audit('sys_user', tx.principal.userId, 'edit', before ?? null, { avatar })
  return { userInfo: await ownInfo(tx) }
}

/** One's own, and those of people who belong to the tenant one works in. */
export async function picture(ctx: Ctx, { id }: In<typeof account.picture>): Promise<FileReply> {
  const { userId, tenantId } = ctx.principal
  const found = await sql<{
    type: string
    bytes: Buffer
  }>`select p.type, p.bytes from user_picture p join sys_user u on u.id = p.user_id
    where p.id = ${id} and (u.id = ${userId} or u.tenant_id = ${tenantId} or exists (select 1 from sys_user_tenant m where m.user_id = u.id and m.tenant_id = ${tenantId}))`.execute(
    ownDb(ctx),
  )
  const row = found.rows[0] ?? failMissing()
  return new FileReply(`${id}.${row.type.slice(6)}`, row.type, row.bytes)
}
