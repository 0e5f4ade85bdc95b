import { sql } from 'kysely'
import { formatMoney } from '#contracts/kit/money.ts'
import { LANGS, type Lang } from '#contracts/kit/envelope.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { epcText } from '#contracts/money/epc-code.ts'
import { groupsOfFour } from '#contracts/money/iban.ts'
import type { recharges } from '#contracts/money/recharges.ts'
import { RECHARGE } from '#contracts/money/recharges.states.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { drawPaper, type PaperLine } from './draw-paper.ts'

interface Facts {
  reference: string
  currency: string
  amount: string
  received: string
  refunded: string
  status: string
  channel: string
  outTradeNo: string | null
  payer: string | null
  confirmedAt: string | null
  createBy: string | null
  customerId: string
  customer: string
  customerCode: string
  tenant: string
  account: string
  accountEn: string | null
  holder: string | null
  bankName: string | null
  iban: string | null
  bic: string | null
  accountNo: string | null
  bankCode: string | null
  instructions: string | null
  instructionsEn: string | null
}

async function factsOf(ctx: Ctx, id: string): Promise<Facts> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<Facts>`select r.reference, r.currency, r.amount, r.received, r.refunded,
      r.status, r.channel, r.out_trade_no, r.payer,
      to_char(r.confirmed_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' as confirmed_at,
      r.create_by, r.customer_id, c.name as customer, c.code as customer_code, t.name as tenant,
      a.name as account, a.name_en as account_en, a.holder, a.bank_name, a.iban, a.bic,
      a.account_no, a.bank_code, a.instructions, a.instructions_en
    from ${ctx.rows('recharge').as('r')}
      join ${system.rows('customer').as('c')} on c.id = r.customer_id
      join ${system.rows('receivingAccount').as('a')} on a.id = r.receiving_account_id
      join tenant t on t.id = ${ctx.principal.tenantId}
    where r.id = ${id}`.execute(ctx.db)
  return found.rows[0] ?? failMissing()
}

/** The customer's language: the caller's where it is the customer, else that of who asked for it. */
async function languageOf(ctx: Ctx, { customerId, createBy }: Facts): Promise<Lang> {
  if (ctx.principal.customerId !== null) return ctx.lang
  const system = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{ lang: unknown }>`select s.value as lang
    from ${system.rows('sysUser').as('u')} join user_setting s on s.user_id = u.id
    where u.customer_id = ${customerId} and s.key = 'profile.lang'
    order by u.username = ${createBy} desc nulls last, u.id limit 1`.execute(ctx.db)
  return LANGS.find((known) => known === found.rows[0]?.lang) ?? ctx.lang
}

/** Where to pay, how much and with which reference; a transfer in euros has its code. */
export async function rechargeSlip(
  ctx: Ctx,
  { id }: In<typeof recharges.slip>,
): Promise<FileReply> {
  const facts = await factsOf(ctx, id)
  if (facts.status !== RECHARGE.draft && facts.status !== RECHARGE.paid)
    fail('recharge.noSlip', { label: facts.reference })
  const lang = await languageOf(ctx, facts)
  const t = (key: string) => translate(lang, 'recharges', key)
  const { currency, reference, channel } = facts
  const minor = BigInt(facts.amount) - BigInt(facts.received)
  const amount = formatMoney({ minor: minor > 0n ? minor : BigInt(facts.amount), currency })
  const bank = channel === 'BANK'
  const lines: PaperLine[] = [
    [t('customerId'), `${facts.customer} (${facts.customerCode})`],
    [t('paper.amount'), `${amount} ${currency}`, true],
    [t('reference'), groupsOfFour(reference), true],
    [
      t('receivingAccountId'),
      lang === 'zh_CN' ? facts.account : (facts.accountEn ?? facts.account),
    ],
    ...(bank
      ? ([
          [t('pay.holder'), facts.holder],
          [t('pay.bankName'), facts.bankName],
          [t('pay.iban'), facts.iban && groupsOfFour(facts.iban)],
          [t('pay.bic'), facts.bic],
          [t('pay.accountNo'), facts.accountNo],
          [t('pay.bankCode'), facts.bankCode],
        ] as const)
      : []),
  ]
  const [first, second] =
    lang === 'zh_CN'
      ? [facts.instructions, facts.instructionsEn]
      : [facts.instructionsEn, facts.instructions]
  return new FileReply(
    `${t('paper.slip')}-${reference}.pdf`,
    'application/pdf',
    await drawPaper({
      from: facts.tenant,
      title: t('paper.slip'),
      lines,
      notes: [first ?? second, bank ? t('pay.useReference') : null],
      code: bank ? epcText({ ...facts, amount, reference }) : null,
      codeNote: t('pay.scan'),
    }),
    { isInline: true },
  )
}

/** What came of a recharge, and what went back. */
export async function rechargeReceipt(
  ctx: Ctx,
  { id }: In<typeof recharges.receipt>,
): Promise<FileReply> {
  const facts = await factsOf(ctx, id)
  if (BigInt(facts.received) === 0n) fail('recharge.noReceipt', { label: facts.reference })
  const lang = await languageOf(ctx, facts)
  const t = (key: string) => translate(lang, 'recharges', key)
  const { currency, reference } = facts
  const worded = (minor: string) => `${formatMoney({ minor: BigInt(minor), currency })} ${currency}`
  const back = BigInt(facts.refunded) > 0n
  const kept = (BigInt(facts.received) - BigInt(facts.refunded)).toString()
  return new FileReply(
    `${t('paper.receipt')}-${reference}.pdf`,
    'application/pdf',
    await drawPaper({
      from: facts.tenant,
      title: t('paper.receipt'),
      lines: [
        [t('paper.no'), reference],
        [t('customerId'), `${facts.customer} (${facts.customerCode})`],
        [t('paper.received'), worded(facts.received), true],
        ...(back
          ? ([
              [t('paper.refunded'), worded(facts.refunded)],
              [t('paper.net'), worded(kept), true],
            ] as const)
          : []),
        [t('channel'), t(`channel.${facts.channel}`)],
        [t('outTradeNo'), facts.outTradeNo],
        [t('payer'), facts.payer],
        [t('confirmedAt'), facts.confirmedAt],
      ],
      notes: [t('paper.credited')],
      code: null,
      codeNote: '',
    }),
    { isInline: true },
  )
}
