import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { caseMailbox, ParkedMail } from '#contracts/returns/cases/case-mail.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { MACHINE_REASONS } from './machine-mail.ts'
import { BY_HAND, readLater } from './take-in.ts'

const SHOWN = 200
interface Row {
  id: string
  state: string
  reason: string | null
  sender: string
  subject: string
  size: number
  at: string
  caseNo: string | null
  mayRetry: boolean
}
const PARKED = ['machine', 'aside'] as const

/** Mails that became nothing: those of programs, and those that could not be taken in. */
export async function listParked(ctx: Ctx): Promise<ParkedMail[]> {
  const { rows } = await sql<Row>`select m.id,
      m.state, m.reason, coalesce(m.sender, '') as sender, coalesce(m.subject, '') as subject,
      m.size, m.create_time as at, c.no as case_no, m.raw is not null as may_retry
    from ${ctx.rows('caseMail').as('m')}
      left join ${ctx.rows('serviceCase').as('c')} on c.id = m.case_id
    where m.state = any(${[...PARKED]}::text[]) and m.create_time > now() - interval '30 days'
    order by m.id desc limit ${SHOWN}`.execute(ctx.db)
  return rows.map((row) => ({
    ...row,
    state: row.state as ParkedMail['state'],
    reason: reasonWords(ctx, row.reason),
  }))
}

/** A machine's mark and our own reasons in words; errors of servers and parsers as they were. */
function reasonWords(ctx: Ctx, reason: string | null): string {
  const known: readonly string[] = [...MACHINE_REASONS, 'tooLarge', 'notFetched']
  if (reason === null) return ''
  return known.includes(reason) ? translate(ctx.lang, 'cases', `machine.${reason}`) : reason
}

export async function retryMail(ctx: Ctx, { id }: In<typeof caseMailbox.retry>): Promise<null> {
  await inTx(ctx, async (tx) => {
    await change(
      tx,
      'caseMail',
      id,
      (before) => {
        if (!isParked(before.state)) fail('case.mailMoved')
        if (before.raw === null) fail('case.mailGone')
        return {
          state: 'new',
          attempts: 0,
          reason: before.state === 'machine' ? BY_HAND : null,
        }
      },
      { unlogged: ['raw'] },
    )
    await tx.job(readLater, { mailId: id })
  })
  return null
}

export async function dropMail(ctx: Ctx, { id }: In<typeof caseMailbox.drop>): Promise<null> {
  await inTx(ctx, (tx) =>
    change(
      tx,
      'caseMail',
      id,
      (before) => {
        if (!isParked(before.state)) fail('case.mailMoved')
        return { state: 'dropped', raw: null }
      },
      { unlogged: ['raw'] },
    ),
  )
  return null
}

const isParked = (state: string): boolean => (PARKED as readonly string[]).includes(state)
