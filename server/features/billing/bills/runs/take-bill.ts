import { createHash } from 'node:crypto'
import type { BillMapping } from '#contracts/billing/bill-files.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { profileOf, writeProfile } from '../reading/bill-profile.ts'
import { keepDraft } from '../reading/keep-draft.ts'
import { acceptRun, disputeRun } from './decide-run.ts'
import { beginRun, runBill } from './run-bill.ts'
import { countRun, lockRun, stepRun } from './run-row.ts'

export interface TakenBill {
  supplierId: string
  invoiceNo: string
  invoiceDate: string
  currency: string
  total: bigint
  name: string
  bytes: Buffer
  mapping: BillMapping
}

/** Takes a bill whose sum is known to be right, and compares it at once. */
export async function takeBill(ctx: Ctx, bill: TakenBill): Promise<string> {
  const { name, bytes, mapping, supplierId } = bill
  await inTx(ctx, async (tx) => {
    const before = await profileOf(tx, supplierId)
    if (before.id === null) await writeProfile(tx, before, { mapping })
  })
  const id = await keepDraft(ctx, {
    wish: { ...bill, totalWithTax: false },
    file: { name, bytes, hash: createHash('sha256').update(bytes).digest('hex') },
    mapping,
    profile: await profileOf(ctx, supplierId),
  })
  await inTx(ctx, (tx) => beginRun(tx, id))
  await runBill(ctx, id)
  return id
}

/** What finance did with a bill of the demo: accepted what differs and posted it, or disputed it. */
export async function decideDemoBill(
  ctx: Ctx,
  id: string,
  what: 'post' | 'dispute',
): Promise<void> {
  if (what === 'post') {
    const codes = ['D1', 'D2', 'D6', 'D7', 'D8', 'D10'] as const
    await acceptRun(ctx, { id, codes: [...codes], upTo: null, note: '' })
    await inTx(ctx, async (tx) =>
      stepRun(tx, await lockRun(tx, id), { state: 'posting', position: '0' }),
    )
    await runBill(ctx, id)
  } else {
    try {
      await disputeRun(ctx, { id, codes: ['D1', 'D6', 'D7'], note: '' })
    } catch (error) {
      // Past its deadline it stays open, as it would for finance.
      ctx.log.info({ err: error }, 'demo bill not disputed')
    }
  }
  await inTx(ctx, (tx) => countRun(tx, id))
}
