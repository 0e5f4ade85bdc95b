import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText, rowVersion } from '../kit/envelope.ts'

const named = z.object({ id: z.string(), code: z.string(), name: z.string() })
const word = (max: number) =>
  z.string().trim().min(1, { error: 'field.required' }).max(max, { error: 'field.tooLong' })

/** Where channels are used, and copies of them. */
export const channelDesk = endpoints({
  uses: {
    method: 'GET',
    path: '/erp/channel/uses',
    perm: 'dlv:channel:list',
    in: z.object({ id: idText }),
    out: z.object({ services: z.array(named.extend({ enabled: z.boolean() })) }),
  },
  /**
   * Takes a channel out of use while services go by it, which an edit refuses: `seen` are the
   * services the caller knows of; refused with their names where there are others.
   */
  switchOff: {
    method: 'PUT',
    path: '/erp/channel/switchOff',
    perm: 'dlv:channel:edit',
    in: z.object({ id: idText, version: rowVersion, seen: z.array(idText).max(1000) }),
    out: z.object({ version: z.number().int() }),
    idempotency: 'accepted',
    touches: ['/erp/channel', '/erp/deliveryService'],
    message: 'ok.edited',
  },
  /** A channel once more with all it has; it is not in use. */
  copy: {
    method: 'POST',
    path: '/erp/channel/copy',
    perm: 'dlv:channel:add',
    in: z.object({
      id: idText,
      code: word(32),
      name: word(100),
      nameEn: z.string().trim().max(100, { error: 'field.tooLong' }).nullish(),
    }),
    out: z.object({ id: z.string() }),
    idempotency: 'accepted',
    touches: ['/erp/channel'],
    message: 'ok.added',
  },
})
