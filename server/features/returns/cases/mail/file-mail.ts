import { sql } from 'kysely'
import { REOPENINGS_AN_HOUR, type CaseStatus } from '#contracts/returns/cases/cases.states.ts'
import { spellingsOf } from '#contracts/commercial/numbers/normalise-number.ts'
import { isOwnMail } from '#server/features/platform/messages/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { storeFile } from '#server/kit/files/stored-files.ts'
import { Refusal } from '#server/kit/http/errors.ts'
import { now, nowIso } from '#server/kit/runtime/clock.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translate } from '#server/kit/http/texts.ts'
import { moveCase, noticeCustomer, noticeStaff, type Case } from '../case-row.ts'
import { lastOf } from '../handle-case.ts'
import { followUp, insertCase, isRecent } from '../insert-case.ts'
import { reserveId } from '../thread/reserve-id.ts'
import { COMMENT_FILES_OF, NOTE_FILES_OF } from '../thread/comment-files.ts'
import { putComment } from '../thread/put-comment.ts'
import { addNote } from '../thread/notes.ts'
import { findCase, isProven } from './find-case.ts'
import { machineReason } from './machine-mail.ts'
import { mailboxOf } from './mailbox.ts'
import { mailReceived } from './mail-out.ts'
import type { MailPart, ReadMail } from './read-mail.ts'

/** Files of one mail at most. */
const FILES_MAX = 40

/** Puts a mail where it belongs: its case, a new one, or aside as a machine's. */
export async function fileMail(
  tx: Tx,
  mailId: string,
  mail: ReadMail,
  byHand = false,
): Promise<void> {
  const note = (patch: { state: string; reason?: string; caseId?: string }) =>
    change(
      tx,
      'caseMail',
      mailId,
      {
        ...patch,
        messageId: mail.messageId,
        sender: mail.from.slice(0, 200),
        subject: mail.subject,
        partHashes: mail.parts.map(({ hash }) => hash),
      },
      { unlogged: 'all' },
    )
  if (isOwnMail(tx, mail.header)) {
    await note({ state: 'own' })
    return
  }
  const proven = isProven(mail, (await mailboxOf(tx))?.settings.checkedBy ?? '')
  const found = await findCase(tx, mail)
  const reason = byHand ? null : machineReason(mail)
  if (reason) {
    await note({ state: 'machine', reason, ...(found ? { caseId: found.caseId } : {}) })
    return
  }
  const ended = found ? await lastOf(tx, found.caseId) : await newCase(tx, mail, proven)
  // A mail whose sender is not shown does not become the customer's word: staff reads it first.
  const internal = found !== null && (found.side === 'carrier' || !found.proven)
  const row = internal || isRecent(ended) ? ended : await followUp(tx, ended)
  const id = await reserveId(tx, internal ? 'case_note' : 'case_comment')
  const leftOut = await storeParts(
    tx,
    row,
    mail.parts,
    internal ? NOTE_FILES_OF : COMMENT_FILES_OF,
    id,
  )
  const entry = {
    id,
    caseId: row.id,
    ofStaff: false,
    byName: internal ? `${mail.fromName} <${mail.from}>` : mail.fromName,
    text: mail.text || translate(tx.lang, 'cases', 'mail.noText'),
    unproven: found ? !found.proven : !proven,
    leftOut,
    mailId,
  }
  if (internal) await addNote(tx, { ...entry, kind: 'carrier' })
  else await putComment(tx, row, { ...entry, readers: ['customer', 'contact'] })
  const after = await answered(tx, row, mail, internal)
  await note({ state: 'taken', caseId: after.id })
  await noticeStaff(tx, after, found ? 'answered' : 'opened', `mail:${mailId}`)
  if (!internal && found) await noticeCustomer(tx, after, 'replied', `mail:${mailId}`)
  if (!found && proven && !byHand) await mailReceived(tx, after)
}

/** A mail about nothing we know: a case, of a customer only where the sender is shown to be one. */
async function newCase(tx: Tx, mail: ReadMail, proven: boolean): Promise<Case> {
  const { rows } = await sql<{ customerId: string }>`select u.customer_id
    from ${asSystem(tx, tx.principal.tenantId).rows('sysUser').as('u')}
    where ${proven} and lower(u.email) = ${mail.from} and u.customer_id is not null
      and u.parent_user_id is null and u.del_flag = 0 limit 1`.execute(tx.db)
  return insertCase(tx, {
    type: 'question',
    subject: mail.subject.slice(0, 200) || translate(tx.lang, 'cases', 'mail.noSubject'),
    source: 'mail',
    sourceId: null,
    sourceNo: null,
    customerId: rows[0]?.customerId ?? null,
    depotId: null,
    contact: mail.from || null,
  })
}

/** Numbers of other desks in a subject: `[#12345]`, `Ticket 12345`, `CAS-1234-X9`. */
const FOREIGN =
  /\[#?([A-Z0-9-]{4,30})\]|\b(?:ticket|case|fall|vorgang)[ #:]{1,3}([A-Z0-9-]{4,30})\b/gi

/** An answer opens the case again; too often in an hour it does not, and people have to look. */
async function answered(tx: Tx, row: Case, mail: ReadMail, internal: boolean): Promise<Case> {
  const numbers = [...mail.subject.matchAll(FOREIGN)]
    .map(([, boxed, named]) => (boxed ?? named ?? '').toUpperCase())
    .filter((no) => /\d/.test(no) && no !== row.no && !/^[0-9A-F]{30}$/.test(no))
  const foreignNumbers = [
    ...new Set([...row.foreignNumbers, ...numbers.flatMap(spellingsOf)]),
  ].slice(0, 20)
  const status = row.status as CaseStatus
  // What staff alone reads does not move the case's last moment, which the customer sees.
  const quiet = { foreignNumbers, ...(internal ? { lastAt: row.lastAt } : {}) }
  if (status === 'open') return moveCase(tx, row, 'open', quiet)
  if (!isRecent(row)) return moveCase(tx, row, status, { ...quiet, flagged: true })
  const hour = row.reopenedAt.filter((at) => now() - Date.parse(at) < 3_600_000)
  if (hour.length >= REOPENINGS_AN_HOUR)
    return moveCase(tx, row, status, { ...quiet, flagged: true })
  return moveCase(tx, row, 'open', { ...quiet, reopenedAt: [...hour, nowIso()] })
}

/**
 * Files that were not with an earlier mail of the case; answers the names of those that are too many
 * or of no kind that is taken. One that is refused leaves nothing.
 */
async function storeParts(
  tx: Tx,
  row: Case,
  parts: readonly MailPart[],
  ownerKind: string,
  ownerId: string,
): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`select distinct unnest(m.part_hashes) as hash
    from ${tx.rows('caseMail').as('m')} where m.case_id = ${row.id}`.execute(tx.db)
  const known = new Set(rows.map(({ hash }) => hash))
  const leftOut: string[] = []
  let stored = 0
  for (const { name, bytes, hash } of parts) {
    if (bytes.length === 0 || known.has(hash)) continue
    known.add(hash)
    if (stored++ >= FILES_MAX) leftOut.push(name.slice(0, 100))
    else if (!(await isStored(tx, { ownerKind, ownerId, name, bytes }, row)))
      leftOut.push(name.slice(0, 100))
  }
  return leftOut
}

async function isStored(
  tx: Tx,
  file: { ownerKind: string; ownerId: string; name: string; bytes: Buffer },
  { customerId }: Case,
): Promise<boolean> {
  try {
    await inTx(tx, (part) =>
      storeFile(part, {
        ...file,
        customerId: file.ownerKind === NOTE_FILES_OF ? null : customerId,
        limits: { count: Infinity },
      }),
    )
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
