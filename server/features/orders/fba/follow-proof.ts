import type { PodState } from '#contracts/orders/fba/fba.states.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'

interface Proof {
  podState: PodState
  podTime: string
  podReason: string | null
  podFileId: string | null
}

/** What an order shows of its proof of delivery, which its owner changes in this transaction. */
export async function followProof(tx: Tx, orderId: string, proof: Proof): Promise<void> {
  await change(tx, 'fbaOrder', orderId, proof)
}
