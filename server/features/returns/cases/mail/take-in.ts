import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { MAIL_BYTES } from '#contracts/returns/cases/case-mail.ts'
import { caseNoticed } from '#contracts/returns/cases/cases.events.ts'
import { idText } from '#contracts/kit/envelope.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { job } from '#server/kit/jobs/job.ts'
import { defineJob } from '#server/kit/jobs/jobs.ts'
import { isoAfter } from '#server/kit/runtime/clock.ts'
import { fileMail } from './file-mail.ts'
import { readMail } from './read-mail.ts'

const TRIES = 3
const WAIT_MS = 60_000

/** A program's mail a user takes in after all: it is read as a person's. */
export const BY_HAND = 'byHand'
export const readLater = job('cases.takeIn', z.object({ mailId: idText }))

/**
 * The mail is stored as it came, before anything is made of it; a job does the rest. The same mail
 * again is nothing new. False where it was here before.
 */
export async function storeMail(ctx: Ctx, raw: Buffer): Promise<boolean> {
  const digest = createHash('sha256').update(raw).digest('hex')
  return inTx(ctx, async (tx) => {
    const { tenantId, username } = tx.principal
    const { rows } = await sql<{ id: string }>`insert into case_mail (tenant_id, raw, size, digest,
        create_by) values (${tenantId}, ${raw}, ${raw.length}, ${digest}, ${username})
      on conflict (tenant_id, digest) do nothing returning id`.execute(tx.db)
    const id = rows[0]?.id
    if (id === undefined) return false
    await tx.job(readLater, { mailId: id })
    return true
  })
}

/** A mail that is not fetched: its place in the mailbox is noted, and people learn of it. */
export async function putAside(
  ctx: Ctx,
  {
    size,
    place,
    reason,
    ...of
  }: {
    size: number
    place: string
    reason: 'tooLarge' | 'notFetched'
    sender: string
    subject: string
  },
): Promise<void> {
  await inTx(ctx, async (tx) => {
    const { tenantId, username } = tx.principal
    const digest = createHash('sha256').update(place).digest('hex')
    const [sender, subject] = [of.sender, of.subject].map((text) => text.replaceAll('\0', ''))
    const { rows } = await sql<{ id: string }>`insert into case_mail (tenant_id, size, digest,
        state, reason, sender, subject, create_by)
      values (${tenantId}, ${size}, ${digest}, 'aside', ${reason}, ${sender!.slice(0, 200)},
        ${subject!.slice(0, 500)}, ${username})
      on conflict (tenant_id, digest) do nothing returning id`.execute(tx.db)
    if (rows[0]) await noticeAside(tx, rows[0].id, sender!, subject!)
  })
}

const noticeAside = (tx: Tx, id: string, sender: string, subject: string): Promise<void> =>
  tx.emit(caseNoticed, {
    what: 'mailAside',
    subject: `mail:${id}`,
    userIds: [],
    customerId: null,
    caseId: null,
    no: sender,
    note: subject.slice(0, 200),
  })

export async function readStored(ctx: Ctx, { mailId }: { mailId: string }): Promise<void> {
  const { rows } = await sql<{
    raw: Buffer | null
    reason: string | null
    state: string
  }>`select m.raw,
      m.reason, m.state
    from ${ctx.rows('caseMail').as('m')} where m.id = ${mailId}`.execute(ctx.db)
  const row = rows[0]
  if (!row || row.raw === null || row.state !== 'new') return
  try {
    if (row.raw.length > MAIL_BYTES) throw new Error('larger than mails may be')
    const mail = await readMail(row.raw)
    await inTx(ctx, async (tx) => {
      // Two readers at once: the second finds it taken.
      const { rows: open } = await sql`select 1 from case_mail as m
        where ${tx.rows('caseMail').where('m')} and m.id = ${mailId} and m.state = 'new'
        for update`.execute(tx.db)
      if (open.length > 0) await fileMail(tx, mailId, mail, row.reason === BY_HAND)
    })
  } catch (error) {
    ctx.log.warn({ err: error, mailId, tenantId: ctx.principal.tenantId }, 'mail not taken in')
    await countFailure(ctx, mailId, error)
  }
}

/** One mail that cannot be read stops no other: after three tries it is put aside. */
async function countFailure(ctx: Ctx, mailId: string, error: unknown): Promise<void> {
  await inTx(ctx, async (tx) => {
    const row = await change(tx, 'caseMail', mailId, (before) => {
      const attempts = before.attempts + 1
      return {
        attempts,
        ...(attempts >= TRIES
          ? { state: 'aside', reason: String((error as Error).message).slice(0, 300) }
          : {}),
      }
    })
    if (row.attempts < TRIES)
      await tx.job(readLater, { mailId }, { runAt: isoAfter(WAIT_MS * row.attempts) })
    else await noticeAside(tx, mailId, row.sender ?? '', row.subject ?? `#${mailId}`)
  })
}

defineJob(readLater, readStored)
