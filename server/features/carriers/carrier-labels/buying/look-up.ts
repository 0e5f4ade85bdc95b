import { CarrierError, logCalls } from '#server/features/carriers/carriers/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { stopAccount } from '../accounts/account-login.ts'
import type { OpenAccount } from '../accounts/open-account.ts'
import { openAccounts } from './buy-labels.ts'
import { keepPapers } from './label-files.ts'
import { storeOutcomes, UNDER_WAY_MS, type CarrierLabel } from './label-rows.ts'
import { messageOfError } from './wording.ts'

/**
 * Finds out about labels whose answer was lost, and fetches those that came broken. What the carrier
 * proves not to have is wanted again; where it proves nothing the label stays unknown.
 */
export async function lookUp(
  ctx: Ctx,
  labels: readonly CarrierLabel[],
  now: number,
): Promise<void> {
  const open = labels.filter(
    ({ state, askedAt }) =>
      state === 'unknown' || (state === 'sent' && now - Date.parse(askedAt ?? '') > UNDER_WAY_MS),
  )
  const broken = labels.filter(
    ({ state, labelFileId, voidState }) =>
      state === 'bought' && labelFileId === null && voidState !== 'void',
  )
  const accounts = await openAccounts(ctx, [...open, ...broken])
  for (const label of [...open, ...broken]) {
    const account = accounts.get(label.accountId)
    if (!account || account.row.stoppedAt !== null) continue
    try {
      if (label.state === 'bought') await fetchAgain(ctx, account, label)
      else await lookOne(ctx, account, label)
    } catch (error) {
      if (!(error instanceof CarrierError)) throw error
      if (error.kind === 'auth') await stopAccount(ctx, account)
      await storeOutcomes(
        ctx,
        account,
        new Map([
          [label.id, { state: 'unknown', messages: [messageOfError(error.kind, error.message)] }],
        ]),
      )
    } finally {
      await logCalls(ctx, account)
    }
  }
}

async function lookOne(ctx: Ctx, account: OpenAccount, label: CarrierLabel): Promise<void> {
  const found = await account.adapter.find!({
    reference: label.reference,
    askedAt: label.askedAt ?? new Date(0).toISOString(),
    labelFormat: account.row.labelFormat,
  })
  if (found.outcome !== 'found') {
    if (found.outcome === 'absent')
      await storeOutcomes(ctx, account, new Map([[label.id, { state: 'wanted', messages: [] }]]))
    return
  }
  const { carrierNo, handle, documents } = found
  await storeOutcomes(
    ctx,
    account,
    new Map([[label.id, { state: 'bought', messages: [], carrierNo, handle, raw: found.raw }]]),
  )
  await keepPapers(ctx, label, documents)
}

async function fetchAgain(ctx: Ctx, account: OpenAccount, label: CarrierLabel): Promise<void> {
  const format = label.labelFormat ?? account.row.labelFormat
  const papers = await account.adapter.reprint!(label.handle ?? '', format)
  await keepPapers(ctx, label, papers)
}
