import { sql } from 'kysely'
import { spellingsOf } from '#contracts/commercial/numbers/normalise-number.ts'
import type { commonReturns } from '#contracts/returns/common-returns.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { RETURN } from '#contracts/returns/return-tracks.states.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { drawAnew } from '#server/kit/files/pictures.ts'
import { bytesOf, filesOf } from '#server/kit/files/stored-files.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { lastSix } from './matching/words-of-label.ts'
import { TRACK_FILES } from './names.ts'

/** Searches without a hit after which a user has to wait, and for how long they count. */
const MISSES = 20
const MISS_MINUTES = 60
const PHOTO_SIDE = 480

/**
 * Finds one of the common pool by its whole number, or by the last six and the sender's postcode.
 * Every search is noted; who only guesses has to wait.
 */
export async function findCommon(
  ctx: Ctx,
  { no, postalCode }: In<typeof commonReturns.find>,
): Promise<Out<typeof commonReturns.find>> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const missed = await sql<{ count: number }>`select count(*)::int as count
    from ${tenant.rows('returnSearch').as('s')}
    where s.user_id = ${ctx.principal.userId} and not s.found
      and s.create_time > now() - ${MISS_MINUTES} * interval '1 minute'`.execute(ctx.db)
  if (missed.rows[0]!.count >= MISSES) fail('returns.searchLater', { minutes: MISS_MINUTES })
  const plain = postalCode.replace(/\s/g, '').toUpperCase()
  const { rows } = await sql<{ id: string }>`select t.id
    from ${tenant.rows('returnTrack').as('t')}
    where t.state in (${RETURN.COMMON}, ${RETURN.CLAIMED})
      and (t.track_no = any(${spellingsOf(no)}::text[])
        or (${plain} <> '' and right(t.track_no, 6) = ${lastSix(no)}
          and upper(replace(t.sender_postal_code, ' ', '')) = ${plain}))
    limit 2`.execute(ctx.db)
  const found = rows.length === 1 ? rows[0]!.id : null
  await sql`insert into return_search (tenant_id, user_id, customer_id, found, create_by)
    values (${ctx.principal.tenantId}, ${ctx.principal.userId}, ${ctx.principal.customerId},
      ${found !== null}, ${ctx.principal.username})`.execute(ctx.db)
  return { id: found }
}

/** The first photo, made small and drawn again: no way leads from it to the others. */
export async function commonPhoto(
  ctx: Ctx,
  { id }: In<typeof commonReturns.photo>,
): Promise<FileReply> {
  const { rows } = await sql<{ id: string }>`select c.id
    from ${ctx.rows('commonReturn').as('c')} where c.id = ${id}`.execute(ctx.db)
  if (rows.length === 0) failMissing()
  const photo = (await filesOf(ctx, TRACK_FILES, [id])).find(({ kind }) => kind === 'photo')
  if (!photo) return failMissing()
  const small = await drawAnew(await bytesOf(ctx, photo), PHOTO_SIDE)
  if (!small) return failMissing()
  return new FileReply(`return-${id}`, small.type, small.bytes, { isInline: true })
}
