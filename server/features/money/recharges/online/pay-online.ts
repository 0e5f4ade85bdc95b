import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { recharges } from '#contracts/money/recharges.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { isoAfter, now } from '#server/kit/runtime/clock.ts'
import { lockRecharge, openOf, requireAction, type Recharge } from '../recharge-row.ts'
import { providerAccount, type ProviderAccount } from './provider-account.ts'

/** How long a payment page is open; Stripe's shortest is half an hour. */
const OPEN_MS = 60 * 60_000
/** A page that ends sooner is not given again. */
const SPARE_MS = 5 * 60_000

interface Visit {
  id: string
  no: string
  amount: string
  currency: string
  url: string | null
  expiresAt: string
}

/**
 * The address of the payment page. The visit is kept before the provider is asked, outside of the
 * transaction: what breaks in between opens the same page at the next try.
 */
export async function payOnline(
  ctx: Ctx,
  { id }: In<typeof recharges.pay>,
): Promise<Out<typeof recharges.pay>> {
  const found = await sql<{ receivingAccountId: string }>`select r.receiving_account_id
    from ${ctx.rows('recharge').as('r')} where r.id = ${id}`.execute(ctx.db)
  const { receivingAccountId } = found.rows[0] ?? failMissing()
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const account = await providerAccount(tenant, receivingAccountId)
  if (!account?.enabled) fail('recharge.providerOff')
  const { visit, reference } = await inTx(ctx, async (tx) => {
    const row = await lockRecharge(tx, id)
    await requireAction(tx, 'pay', row)
    return { reference: row.reference, visit: await visitFor(tx, account, row) }
  })
  const simulated = account.provider === 'SIMULATOR'
  if (visit.url !== null) return { url: visit.url, simulated }
  const opened = await openPage(ctx, account, visit, { id, reference })
  await inTx(ctx, async (tx) => {
    await sql`update online_payment as o set url = ${opened.url}, provider_ref = ${opened.ref},
        ask_at = now() + interval '2 minutes', update_time = now()
      where ${tx.rows('onlinePayment').where('o')} and o.id = ${visit.id}`.execute(tx.db)
    await tx.audit('online_payment', visit.id, 'edit', null, { providerRef: opened.ref })
  })
  return { url: opened.url, simulated }
}

/** The visit that is open, or a new one for what is missing of the recharge. */
async function visitFor(tx: Tx, account: ProviderAccount, row: Recharge): Promise<Visit> {
  const found = await sql<Visit & { status: string }>`select o.id, o.no, o.amount, o.currency,
      o.url, o.expires_at, o.status
    from ${tx.rows('onlinePayment').as('o')}
    where o.recharge_id = ${row.id} and o.status in ('open', 'pending')`.execute(tx.db)
  const known = found.rows[0]
  if (known?.status === 'pending') fail('recharge.paymentPending', { label: row.reference })
  if (known && Date.parse(known.expiresAt) > now() + SPARE_MS) return known
  if (known)
    await sql`update online_payment as o set status = 'expired', update_time = now()
      where ${tx.rows('onlinePayment').where('o')} and o.id = ${known.id}`.execute(tx.db)
  const minor = openOf(row)
  const issue = minor === 0n ? 'recharge.not.pay' : account.client.amountIssue(minor, row.currency)
  if (issue) fail(issue, { label: row.reference })
  const { tenantId, username } = tx.principal
  // By chance: the provider may know the numbers of an installation before this one.
  const no = `${row.reference}_${randomBytes(5).toString('hex')}`
  const made = await sql<Visit>`insert into online_payment (tenant_id, recharge_id,
      receiving_account_id, provider, no, currency, amount, expires_at, create_by)
    values (${tenantId}, ${row.id}, ${account.id}, ${account.provider}, ${no}, ${row.currency},
      ${minor.toString()}::bigint, ${isoAfter(OPEN_MS)}, ${username})
    returning id, no, amount, currency, url, expires_at`.execute(tx.db)
  const visit = made.rows[0]!
  const row2 = { no, rechargeId: row.id, amount: visit.amount, currency: visit.currency }
  await tx.audit('online_payment', visit.id, 'add', null, row2)
  return visit
}

async function openPage(
  ctx: Ctx,
  account: ProviderAccount,
  visit: Visit,
  { id, reference }: { id: string; reference: string },
): Promise<{ url: string; ref: string | null }> {
  const found = await sql<{ code: string }>`select t.code from tenant t
    where t.id = ${ctx.principal.tenantId}`.execute(ctx.db)
  const { basePath } = ctx.deps.env
  try {
    return await account.client.open({
      no: visit.no,
      minor: BigInt(visit.amount),
      currency: visit.currency,
      subject: translate(ctx.lang, 'recharges', 'online.subject', { reference }),
      chinese: ctx.lang === 'zh_CN',
      returnUrl: `${account.publicUrl}/shipment/payment-accounts?recharge=${id}`,
      hookUrl: `${account.publicUrl}${basePath}/hooks/pay/${found.rows[0]!.code}/${account.id}`,
      expiresAt: new Date(visit.expiresAt),
    })
  } catch (error) {
    // Its words may hold a part of a key: the kind is enough to look for.
    const { name = '', code = '' } = error as { name?: string; code?: string }
    ctx.log.warn({ name, code, account: account.id }, 'a payment page was not opened')
    return fail('recharge.providerFailed')
  }
}
