import { ibanIssue } from '#server/kit/ids/iban.ts'
import { sql } from 'kysely'
import { isBic, plainAccount } from '#contracts/money/iban.ts'
import { PAYMENT_KIND, paymentAccounts } from '#contracts/money/payment-accounts.ts'
import type { DraftOf } from '#contracts/kit/entity.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { requireStepUp } from '#server/kit/access/step-up.ts'
import { askTwoUsers, offerTwoUsers } from '#server/features/money/accounts/index.ts'
import { change } from '#server/kit/db/change.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'

type Draft = DraftOf<typeof paymentAccounts>

const { kind, currency } = paymentAccounts.fields
/** What a new row has where nothing is sent. */
const initials = { kind: String(kind.initial), currency: String(currency.initial) }

/** A bank account can be paid to, and one account of a currency is its default. */
export const paymentAccountHooks: Hooks<typeof paymentAccounts> = {
  beforeSave: async (tx, draft, before) => {
    for (const field of ['iban', 'bic'] as const) {
      const sent = draft[field]
      if (sent) draft[field] = plainAccount(sent)
    }
    const row = { ...initials, ...rowAfter(draft, before) }
    const issues = issuesOf(row)
    // A customer could credit their own account by it.
    if (row.provider === 'SIMULATOR' && tx.deps.env.production)
      issues.push({ path: 'provider', code: 'payAccount.noSimulator' })
    if (issues.length > 0) failFields(issues)
    await guardMoney(tx, draft, before)
    const isDefault = draft.isDefault ?? before?.isDefault ?? false
    if (isDefault) await takeOver(tx, row.currency ?? initials.currency, before?.id ?? null)
  },
}

/** Where customers' money goes. */
type MoneyChange = {
  field: (typeof GUARDED)[number] | 'isDefault'
  before: string | null
  after: string | null
}
const GUARDED = ['holder', 'iban', 'bic', 'accountNo', 'bankCode'] as const

/**
 * Who changes where money is paid to shows a password or code again, by form and by file; on an
 * account that is there a second user approves it, and finance is notified. So it is where another
 * account becomes the one customers see first.
 */
async function guardMoney(
  tx: Tx,
  draft: Draft,
  before: Parameters<NonNullable<Hooks<typeof paymentAccounts>['beforeSave']>>[2],
): Promise<void> {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  const changes: MoneyChange[] = GUARDED.flatMap((field) => {
    const [was, is] = [text(before?.[field]), text(draft[field])]
    return draft[field] === undefined || was === is ? [] : [{ field, before: was, after: is }]
  })
  if (draft.isDefault === true && before?.isDefault !== true) {
    const { currency: of = initials.currency } = rowAfter(draft, before)
    if (await hasOthers(tx, of ?? initials.currency, before?.id ?? null)) {
      // It has no id to ask about yet: it is added first.
      if (!before) failFields([{ path: 'isDefault', code: 'payAccount.defaultLater' }])
      draft.isDefault = false
      changes.push({ field: 'isDefault', before: null, after: 'true' })
    }
  }
  if (changes.length === 0) return
  await requireStepUp(tx)
  if (!before) return
  await requireFreeIban(tx, draft.iban, before.id)
  for (const { field, before: was } of changes) if (field !== 'isDefault') draft[field] = was
  await askTwoUsers(tx, {
    kind: 'paymentAccount',
    aboutId: before.id,
    label: String(before.name ?? before.code),
    changes,
  })
}

/** Whether customers could pay to another account of the currency. */
async function hasOthers(tx: Tx, currency: string, own: string | null): Promise<boolean> {
  const { rows } = await sql`select 1 from ${tx.rows('receivingAccount').as('a')}
    where a.currency = ${currency} and a.id is distinct from ${own}::bigint limit 1`.execute(tx.db)
  return rows.length > 0
}

/** Refused now, not when it is approved. */
async function requireFreeIban(tx: Tx, iban: unknown, own: string): Promise<void> {
  if (typeof iban !== 'string' || iban === '') return
  const { rows } = await sql`select 1 from ${tx.rows('receivingAccount').as('a')}
    where a.iban = ${iban} and a.id <> ${own}`.execute(tx.db)
  if (rows.length > 0)
    failFields([{ path: 'iban', code: 'field.duplicate', data: { value: iban } }])
}

offerTwoUsers('paymentAccount', {
  perms: ['acc:payacct:edit'],
  apply: async (tx, { aboutId, changes }) => {
    const after = Object.fromEntries(
      changes.filter(({ field }) => field !== 'isDefault').map((one) => [one.field, one.after]),
    )
    const isDefault = changes.some(({ field }) => field === 'isDefault')
    const { currency: of } = await change(tx, 'receivingAccount', aboutId!, after)
    if (!isDefault) return
    await takeOver(tx, of, aboutId!)
    await change(tx, 'receivingAccount', aboutId!, { isDefault: true })
  },
})

function issuesOf(row: Draft): RawIssue[] {
  const issues: RawIssue[] = []
  const iban = row.iban ? ibanIssue(row.iban) : null
  if (iban) issues.push({ path: 'iban', code: `payAccount.${iban}` })
  if (row.bic && !isBic(row.bic)) issues.push({ path: 'bic', code: 'payAccount.bic' })
  if (row.kind === PAYMENT_KIND.bank) {
    if (!row.holder) issues.push({ path: 'holder', code: 'field.required' })
    if (!row.iban && !row.accountNo) issues.push({ path: 'iban', code: 'payAccount.number' })
  }
  if (row.kind === PAYMENT_KIND.psp && !row.bankName)
    issues.push({ path: 'bankName', code: 'payAccount.provider' })
  if (row.provider && row.kind !== PAYMENT_KIND.psp)
    issues.push({ path: 'provider', code: 'payAccount.onlyProvider' })
  if (row.provider === 'ALIPAY' && row.currency !== 'CNY')
    issues.push({ path: 'currency', code: 'payAccount.onlyYuan' })
  if (row.isDefault && row.enabled === false)
    issues.push({ path: 'isDefault', code: 'payAccount.defaultDisabled' })
  return issues
}

/** The default so far of the currency gives way; two saved at once come one after the other. */
async function takeOver(tx: Tx, currency: string, own: string | null): Promise<void> {
  const { tenantId, username } = tx.principal
  const lock = `payment account default ${tenantId} ${currency}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx.db)
  const found = await sql<{ id: string }>`update receiving_account as a
    set is_default = false, version = a.version + 1, update_by = ${username}, update_time = now()
    where ${tx.rows('receivingAccount').where('a')} and a.currency = ${currency} and a.is_default
      and a.id is distinct from ${own}::bigint
    returning a.id`.execute(tx.db)
  await tx.auditMany(
    'receiving_account',
    'edit',
    found.rows.map(({ id }) => ({ id, before: { isDefault: true }, after: { isDefault: false } })),
  )
}
