import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText, rowVersion } from '../kit/envelope.ts'
import { VERSION_STATES } from './fee-versions.ts'

const named = z.object({ id: z.string(), code: z.string(), name: z.string() })

/** What a supplier is used for. */
export const supplierDesk = endpoints({
  /** Its channels, and the services that go by them. */
  uses: {
    method: 'GET',
    path: '/erp/supplier/uses',
    perm: 'dlv:supplier:list',
    in: z.object({ id: idText }),
    out: z.object({
      channels: z.array(named.extend({ enabled: z.boolean() })),
      services: z.array(named.extend({ channel: z.string(), enabled: z.boolean() })),
    }),
  },
  /**
   * Takes a supplier out of use while services go by it, which an edit refuses: `seen` are the
   * services the caller knows of; refused with their names where there are others.
   */
  switchOff: {
    method: 'PUT',
    path: '/erp/supplier/switchOff',
    perm: 'dlv:supplier:edit',
    in: z.object({
      id: idText,
      version: rowVersion,
      seen: z.array(idText).max(1000),
      reason: z.string().trim().min(1, { error: 'field.required' }).max(200),
    }),
    out: z.object({ version: z.number().int() }),
    idempotency: 'accepted',
    touches: ['/erp/supplier', '/erp/channel', '/erp/deliveryService'],
    message: 'ok.edited',
  },
  /** Its price tables: what we pay. */
  costTables: {
    method: 'GET',
    path: '/erp/supplier/costTables',
    perm: 'dlv:fee:cost',
    in: z.object({ id: idText }),
    out: z.array(
      named.extend({
        currency: z.string(),
        status: z.string(),
        service: z.string().nullable(),
        versions: z.array(
          z.object({
            id: z.string(),
            versionNo: z.number().int(),
            state: z.enum(VERSION_STATES),
            validFrom: z.string().nullable(),
          }),
        ),
      }),
    ),
  },
})
