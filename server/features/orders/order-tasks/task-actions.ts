import { accessOf, type In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { orderChanges } from '#contracts/orders/order-changes.ts'
import { TASK_ACTIONS, type TaskAction } from '#contracts/orders/order-tasks.ts'
import { orderEnds } from '#server/features/orders/revoke-tasks/index.ts'
import { comparePrices, shipmentCalls } from '#server/features/orders/shipments/index.ts'
import { waveCalls } from '#server/features/orders/waves/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'

const bound = [...shipmentCalls(orderEnds), ...waveCalls()]

/** Whether the caller may do it with orders of some kind; the verb asks for that of each order. */
export function mayDo(ctx: Ctx, action: TaskAction): boolean {
  const access = accessOf(TASK_ACTIONS[action])
  return (
    typeof access === 'object' && access !== null && access.perms.some((code) => ctx.holds(code))
  )
}

/** Of an action's own call: what a task knows by itself. */
const OWN: Partial<Record<TaskAction, Readonly<Record<string, unknown>>>> = {
  print: { parcelIds: undefined, requestKey: undefined },
  documents: { requestKey: undefined },
  changeService: { keys: {} },
}

/** What goes with an action, checked as its own call checks it. */
export function inputOf(action: TaskAction, input: object): Record<string, unknown> {
  const own = OWN[action] ?? {}
  const parsed = TASK_ACTIONS[action].in.safeParse({ ...input, ...own, ids: ['1'] })
  if (parsed.success) {
    const { ids: _, ...rest } = parsed.data as Record<string, unknown>
    for (const name of Object.keys(own)) delete rest[name]
    const unknown = Object.keys(input).find((name) => !Object.hasOwn(rest, name))
    if (unknown) failFields([{ path: `input.${unknown}`, code: 'field.invalid' }])
    return rest
  }
  failFields(
    parsed.error.issues.map(({ path }) => ({
      path: ['input', ...path].join('.'),
      code: 'field.required' as const,
    })),
  )
}

/** Does an action with some orders. */
export function perform(
  ctx: Ctx,
  action: TaskAction,
  input: Record<string, unknown>,
): Promise<BulkResult> {
  if (action === 'previewService')
    return comparePrices(ctx, input as In<typeof orderChanges.previewService>)
  const call = bound.find(({ endpoint }) => endpoint === TASK_ACTIONS[action])
  if (!call) throw new Error(`no call does ${action}`)
  return call.verb(ctx, input) as Promise<BulkResult>
}
