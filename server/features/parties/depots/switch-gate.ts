import type { Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'

/** Closes or opens a gate at the version the caller has seen; answers the version it has then. */
export async function switchDepotGate(
  tx: Tx,
  id: string,
  version: number,
  { open, rerouteId }: { open: boolean; rerouteId: string | null },
): Promise<number> {
  const gate = await change(
    tx,
    'depotGate',
    id,
    {
      closedAt: open ? null : nowIso(),
      closedBy: open ? null : tx.principal.username,
      rerouteId,
    },
    { seen: { version, current: () => null } },
  )
  return gate.version
}
