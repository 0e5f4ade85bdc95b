import { securityChanged } from '#contracts/platform/session/account.events.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { CONTACTS, type account, type Contact } from '#contracts/platform/session/account.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { queueMessage } from '#server/features/platform/messages/index.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { requireStepUp } from '#server/kit/access/step-up.ts'
import { translate } from '#server/kit/http/texts.ts'
import {
  channelTenantOf,
  releaseUnproven,
  storedPhone,
} from '#server/features/platform/session/index.ts'
import { asSystemTx, inTx } from '#server/kit/db/tx.ts'
import { receiverOf, sendContactCode, tryContactCode, useContactCode } from './contact-code.ts'
import { ownInfo } from './own-info.ts'
import { ownDb, ownUser } from './own-account.ts'

type Contacts = Record<Contact, string | null>
/**
 * Longer than sending takes: how long an answer took must not reveal whether an address is another
 * else's.
 */
const FLOOR_MS = 150

export async function contactCode(
  ctx: Ctx,
  { kind, value }: In<typeof account.contactCode>,
): Promise<null> {
  const floor = pause(FLOOR_MS)
  try {
    await inTx(ctx, (tx) => sendContactCode(tx, { kind, value, again: true }))
  } finally {
    await floor
  }
  return null
}

/**
 * The code that was sent to a new address proves it: from now on it is the account's, and the old
 * one is notified.
 */
export async function confirmContact(
  ctx: Ctx,
  given: In<typeof account.confirmContact>,
): Promise<Out<typeof account.confirmContact>> {
  const code = await tryContactCode(ctx, given)
  const { kind } = given
  return await inTx(ctx, async (tx) => {
    const before = await ownUser(tx)
    await useContactCode(tx, code, kind, given.value)
    const value =
      kind === 'phone' ? await storedPhone(tx, given.value, tx.principal.customerId) : given.value
    await put(tx, kind, value, code.provenIn)
    await tx.audit(
      'sys_user',
      tx.principal.userId,
      'edit',
      { [kind]: before[kind] },
      { [kind]: value },
    )
    await contactChanged(tx, kind, before[kind], value)
    await broadcast(tx, {
      kind: 'authz',
      tenantId: before.tenantId,
      userIds: [tx.principal.userId],
    })
    return { userInfo: await ownInfo(tx) }
  })
}

async function put(tx: Tx, kind: Contact, value: string, provenIn: string): Promise<void> {
  await releaseUnproven(tx, kind, value, { exceptId: tx.principal.userId, provenIn })
  const change =
    kind === 'email'
      ? sql`email = ${value}, email_verified_at = now()`
      : sql`phone = ${value}, phone_verified_at = now()`
  await sql`update sys_user
    set ${change}, version = version + 1, update_by = ${tx.principal.username}, update_time = now()
    where id = ${tx.principal.userId}`.execute(ownDb(tx))
}

/**
 * Which of the addresses a user typed are to be kept now: the one that stands, or none where it
 * was emptied. New ones are sent a code and wait for it. Either asks for a proof of who is at the
 * keyboard.
 */
export async function sortContacts(
  tx: Tx,
  before: Contacts,
  given: Contacts,
): Promise<{ keep: Contacts; confirm: { kind: Contact; value: string }[] }> {
  const differs = CONTACTS.filter(
    (kind) => receiverOf(kind, given[kind] ?? '') !== receiverOf(kind, before[kind] ?? ''),
  )
  const keep = { email: given.email, phone: given.phone }
  if (differs.length === 0) return { keep, confirm: [] }
  await requireStepUp(tx)
  const floor = pause(FLOOR_MS)
  const confirm = differs.flatMap((kind) => {
    const value = given[kind]
    return value ? [{ kind, value }] : []
  })
  try {
    for (const { kind, value } of confirm) {
      await sendContactCode(tx, { kind, value, again: false })
      keep[kind] = before[kind]
    }
  } finally {
    await floor
  }
  for (const kind of differs) if (!given[kind]) await contactChanged(tx, kind, before[kind], null)
  return { keep, confirm }
}

/**
 * The address that was hears of it, so that no account is taken over unnoticed; the user too,
 * as of everything about the account's security.
 */
async function contactChanged(
  tx: Tx,
  kind: Contact,
  old: string | null,
  now: string | null,
): Promise<void> {
  const { userId, username } = tx.principal
  await tx.emit(securityChanged, {
    userId,
    what: now ? kind : `${kind}Gone`,
    ip: tx.http?.ip ?? null,
  })
  if (!old) return
  const data = {
    username,
    what: translate(tx.lang, 'account', `alert.${now ? kind : `${kind}Gone`}`),
    to: now ? maskedContact(kind, now) : '-',
    ip: tx.http?.ip ?? '-',
  }
  await queueMessage(asSystemTx(tx, await channelTenantOf(ownDb(tx), await ownUser(tx))), {
    channel: kind === 'email' ? 'email' : 'sms',
    to: old,
    template: 'account.contactChanged',
    data,
    lang: tx.lang,
  })
}

/** Enough to recognise the own address, too little to write to. */
export function maskedContact(kind: Contact, value: string): string {
  if (kind === 'phone') return `***${value.slice(-3)}`
  const at = value.lastIndexOf('@')
  return `${value.slice(0, 1)}***${value.slice(at)}`
}
