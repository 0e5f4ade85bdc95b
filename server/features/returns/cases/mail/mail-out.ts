import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Lang } from '#contracts/kit/envelope.ts'
import { defineTemplate, queueMessage } from '#server/features/platform/messages/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import type { Case } from '../case-row.ts'
import { mailboxOf } from './mailbox.ts'

for (const code of ['case.received', 'case.reply', 'case.carrier'])
  defineTemplate({
    code,
    space: 'cases',
    automatic: code === 'case.received',
    channels: ['email'],
    sample: {
      no: 'C00000012',
      subject: 'Parcel not here',
      number: '00340434161094042557',
      text: 'We are looking into it.',
      token: 'k7Qw9…',
    },
  })

export interface Address {
  id: string
  caseId: string
  email: string
  side: 'customer' | 'carrier'
  token: string
}

/**
 * The token is random, never a counter: one a restored backup hands out again would lead an answer
 * into another case.
 */
export async function addressOf(
  tx: Tx,
  caseId: string,
  email: string,
  side: Address['side'],
): Promise<Address> {
  const { tenantId, username } = tx.principal
  await sql`insert into case_address (tenant_id, case_id, email, side, token, create_by)
    values (${tenantId}, ${caseId}, ${email.toLowerCase()}, ${side},
      ${randomBytes(15).toString('hex')}, ${username})
    on conflict (tenant_id, case_id, email, side) do nothing`.execute(tx.db)
  const { rows } = await sql<Address>`select a.id, a.case_id, a.email, a.side, a.token
    from ${tx.rows('caseAddress').as('a')}
    where a.case_id = ${caseId} and a.email = ${email.toLowerCase()}
      and a.side = ${side}`.execute(tx.db)
  return rows[0]!
}

/** Where an answer goes: the mailbox with the token behind a plus sign. */
async function replyTo(ctx: Ctx, token: string): Promise<string | null> {
  const address = (await mailboxOf(ctx))?.settings.address
  if (!address) return null
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}+${token}${address.slice(at)}`
}

async function queue(
  tx: Tx,
  row: Case,
  address: Address,
  template: string,
  text: string,
): Promise<void> {
  const { id } = await queueMessage(tx, {
    channel: 'email',
    to: address.email,
    template,
    lang: row.contactLang as Lang,
    data: {
      no: row.no,
      subject: row.subject,
      number: row.sourceNo ?? '',
      text,
      token: address.token,
    },
    replyTo: await replyTo(tx, address.token),
    about: `case:${row.id}`,
  })
  await sql`insert into case_sent (tenant_id, message_id, case_id, address_id)
    values (${tx.principal.tenantId}, ${id}, ${row.id}, ${address.id})`.execute(tx.db)
}

/** What staff wrote, to a person without an account; of all comments it is given this one only. */
export async function mailCustomer(tx: Tx, row: Case, text: string): Promise<void> {
  if (!row.contact) return
  await queue(tx, row, await addressOf(tx, row.id, row.contact, 'customer'), 'case.reply', text)
}

/**
 * That a message has come in, with the number of its case: once a day for an address. A program that
 * answers it without a mark is not answered again.
 */
export async function mailReceived(tx: Tx, row: Case): Promise<void> {
  if (!row.contact) return
  const { rows } = await sql`select 1 from ${tx.rows('caseSent').as('s')}
      join ${tx.rows('caseAddress').as('a')} on a.id = s.address_id
      join ${tx.rows('sysMessage').as('m')} on m.id = s.message_id
    where a.email = ${row.contact.toLowerCase()} and m.template_code = 'case.received'
      and m.create_time > now() - interval '1 day' limit 1`.execute(tx.db)
  if (rows.length > 0) return
  await queue(tx, row, await addressOf(tx, row.id, row.contact, 'customer'), 'case.received', '')
}

export async function mailCarrier(tx: Tx, row: Case, to: string, text: string): Promise<void> {
  await queue(tx, row, await addressOf(tx, row.id, to, 'carrier'), 'case.carrier', text)
}
