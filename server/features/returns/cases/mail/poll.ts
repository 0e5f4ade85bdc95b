import { isIP } from 'node:net'
import { sql } from 'kysely'
import type { ImapFlow } from 'imapflow'
import type { Out } from '#contracts/kit/endpoint.ts'
import { IMAP_PORTS, MAIL_BYTES, type caseMailbox } from '#contracts/returns/cases/case-mail.ts'
import { allowedInternalHosts, openMailAddress } from '#server/features/platform/messages/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { change, type StoredRow } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { isoAfter, now, nowIso } from '#server/kit/runtime/clock.ts'
import { mailboxOf, secretOf, type Mailbox } from './mailbox.ts'
import { putAside, storeMail } from './take-in.ts'

/** Mails of one poll; the rest is for the next. */
const MOST = 200
const ANSWER_MS = 30_000
const DAY_MS = 86_400_000
/** One poll of a mailbox at a time, over all processes; one that died is over after this. */
const LEASE_MS = 10 * 60_000

type Poll = StoredRow<'caseMailPoll'>

/** Takes the lease of the mailbox; null where another process reads it just now. */
async function begin(ctx: Ctx, mailbox: Mailbox): Promise<Poll | null> {
  return inTx(ctx, async (tx) => {
    const { tenantId, username } = tx.principal
    await sql`insert into case_mail_poll (tenant_id, mailbox_id, create_by)
      values (${tenantId}, ${mailbox.id}, ${username})
      on conflict (tenant_id, mailbox_id) do nothing`.execute(tx.db)
    const row = await tx
      .rows('caseMailPoll')
      .select()
      .selectAll()
      .where('mailboxId', '=', mailbox.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (row.leasedUntil !== null && Date.parse(row.leasedUntil) > now()) return null
    return change(tx, 'caseMailPoll', row, { leasedUntil: isoAfter(LEASE_MS) }, { unlogged: 'all' })
  })
}

const note = (ctx: Ctx, id: string, patch: Parameters<typeof change<'caseMailPoll'>>[3]) =>
  inTx(ctx, (tx) => change(tx, 'caseMailPoll', id, patch, { unlogged: 'all' }))

/** Reads what is new over a fresh connection; answers how many mails that were. */
export async function pollMailbox(ctx: Ctx): Promise<number> {
  const mailbox = await mailboxOf(ctx)
  if (!mailbox || mailbox.settings.host === '') return 0
  const poll = await begin(ctx, mailbox)
  if (!poll) return 0
  try {
    const taken = await read(ctx, mailbox, poll)
    await note(ctx, poll.id, {
      lastOkAt: nowIso(),
      lastError: null,
      leasedUntil: null,
      silentNoticedAt: null,
    })
    return taken
  } catch (error) {
    await note(ctx, poll.id, {
      lastError: String((error as Error).message).slice(0, 300),
      leasedUntil: null,
    })
    throw error
  }
}

async function read(ctx: Ctx, mailbox: Mailbox, poll: Poll): Promise<number> {
  const client = await connected(ctx, mailbox)
  try {
    const box = await client.mailboxOpen(mailbox.settings.folder || 'INBOX', { readOnly: true })
    const validity = String(box.uidValidity)
    // Another validity counts its mails from one again: those of the days since the last good poll
    // are looked at, and known by their bytes.
    const isKnown = validity === poll.uidValidity
    const since = isKnown
      ? BigInt(poll.lastUid)
      : await before(client, box.uidNext, poll.uidValidity === null ? null : poll.lastOkAt)
    // Kept before a mail came, so that none is missed over midnight.
    if (!isKnown) await note(ctx, poll.id, { uidValidity: validity, lastUid: String(since) })
    return await takeNew(ctx, client, poll.id, { validity, since })
  } finally {
    client.close()
  }
}

/**
 * The place before the mails of a day on: what lay in a mailbox before it was set up here is answered
 * elsewhere. Servers go by days of their own, so it is one day more.
 */
async function before(client: ImapFlow, next: number, day: string | null): Promise<bigint> {
  const since = new Date((day === null ? now() : Date.parse(day)) - DAY_MS)
  const found = await client.search({ since }, { uid: true })
  return BigInt(Math.min(next, ...(found || [])) - 1)
}

async function connected(ctx: Ctx, mailbox: Mailbox): Promise<ImapFlow> {
  const { host, port, security, user } = mailbox.settings
  const address = await openMailAddress(
    { host, port, security, user },
    IMAP_PORTS,
    allowedInternalHosts(ctx),
  )
  // Loaded with the first poll, not with the server.
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    host: address,
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'starttls',
    ...(isIP(host) === 0 ? { servername: host } : {}),
    auth: { user, pass: secretOf(ctx, mailbox, 'passwordEnc') ?? '' },
    tls: { minVersion: 'TLSv1.2' },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    socketTimeout: ANSWER_MS,
  })
  // Before it connects: a server that breaks off in the handshake ends this poll and nothing else.
  client.on('error', (error: unknown) =>
    ctx.log.warn({ err: error, tenantId: ctx.principal.tenantId }, 'mailbox of cases'),
  )
  await client.connect()
  return client
}

/** By their place, not by a mark others set; sizes first, then one mail after the other. */
async function takeNew(
  ctx: Ctx,
  client: ImapFlow,
  pollId: string,
  { validity, since }: { validity: string; since: bigint },
): Promise<number> {
  const sizes: { uid: number; size: number | undefined; sender: string; subject: string }[] = []
  const range = `${since + 1n}:*`
  for await (const one of client.fetch(
    range,
    { uid: true, size: true, envelope: true },
    { uid: true },
  ))
    if (BigInt(one.uid) > since)
      sizes.push({
        uid: one.uid,
        size: one.size,
        sender: one.envelope?.from?.[0]?.address ?? '',
        subject: one.envelope?.subject ?? '',
      })
  let taken = 0
  for (const { uid, size, ...of } of sizes.toSorted((a, b) => a.uid - b.uid).slice(0, MOST)) {
    const place = `${validity}:${uid}`
    // Without a size it may be any.
    if (size === undefined || size > MAIL_BYTES)
      await putAside(ctx, { ...of, size: size ?? 0, place, reason: 'tooLarge' })
    else
      try {
        const one = await client.fetchOne(String(uid), { source: true }, { uid: true })
        if (one && one.source && (await storeMail(ctx, one.source))) taken++
      } catch (error) {
        // Without the connection none can be read; with it, it is this one, and it stops no other.
        if (!client.usable) throw error
        ctx.log.warn({ err: error, place, tenantId: ctx.principal.tenantId }, 'mail not fetched')
        await putAside(ctx, { ...of, size, place, reason: 'notFetched' })
      }
    await note(ctx, pollId, { uidValidity: validity, lastUid: String(uid) })
  }
  return taken
}

/** By hand, from the settings; answers what it came to. */
export async function pollNow(ctx: Ctx): Promise<Out<typeof caseMailbox.poll>> {
  const mailbox = await mailboxOf(ctx)
  if (!mailbox || mailbox.settings.host === '') fail('case.noMailbox')
  try {
    return { ok: true, taken: await pollMailbox(ctx), detail: '' }
  } catch (error) {
    const { message, responseText } = error as { message?: string; responseText?: string }
    return { ok: false, taken: 0, detail: (responseText ?? message ?? '').slice(0, 300) }
  }
}
