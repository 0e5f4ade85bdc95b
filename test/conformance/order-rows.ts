import { z } from 'zod'
import { KIND_CODES } from '#contracts/orders/kinds/kinds.ts'
import { simulator } from '#contracts/commercial/simulate.ts'
import { routing } from '#contracts/commercial/zones/routing.ts'
import { zones } from '#contracts/commercial/zones/zones.ts'
import { orderDetail } from '#contracts/orders/shipments.ts'
import { get, write, type Row } from './row.ts'
import { id, page } from './shapes.ts'

const SHIPMENTS = 'server/features/orders/shipments'
const IMPORTS = 'server/features/orders/shipment-imports'
const ZONES = 'server/features/commercial/zones'
const ROUTING = 'server/features/commercial/routing'
const SERVICES = 'server/features/commercial/services'

/** Orders of every kind, their files, and what a shipment would cost. */
export const orderRows: readonly Row[] = [
  ...KIND_CODES.map((code) =>
    write('POST', '/erp/shipment/add', 'perm', (known) => known.orders[code]!, SHIPMENTS, {
      result: orderDetail.extend({ shipmentResource: z.literal(code) }),
      named: `shipmentResource: ${code}`,
    }),
  ),
  ...KIND_CODES.map((code) =>
    get(
      '/erp/shipment/list',
      'perm',
      page(z.object({ id, shipmentResource: z.literal(code) })),
      SHIPMENTS,
      () => ({ shipmentResource: code }),
      { named: `shipmentResource=${code}` },
    ),
  ),
  write('POST', '/erp/shipment/importExcel', 'perm', () => ({ dryRun: 'true' }), IMPORTS, {
    result: z.object({ id }),
    upload: { name: 'orders.csv', text: ({ mark }) => `reference\n${mark}` },
  }),
  write(
    'POST',
    '/erp/shipment/importExcel',
    'perm',
    () => ({ dryRun: 'true', shipmentResource: 'B2B' }),
    IMPORTS,
    {
      result: z.object({ id }),
      upload: { name: 'orders.csv', text: ({ mark }) => `reference\n${mark}` },
      named: 'shipmentResource: B2B',
    },
  ),
  ...KIND_CODES.map((code) =>
    get(
      '/erp/shipmentImport/template',
      'perm',
      z.unknown(),
      IMPORTS,
      () => ({ shipmentResource: code }),
      { file: true, named: `shipmentResource=${code}` },
    ),
  ),
  write(
    'POST',
    '/erp/deliveryService/simulate',
    'perm',
    () => ({
      serviceCode: 'ECO-PARCEL',
      country: 'DE',
      postalCode: '10115',
      parcels: [{ weightKg: '1.2' }],
    }),
    SERVICES,
    { result: simulator.simulate.out },
  ),
  ...[zones.resolve, routing.resolve].map(({ path, out }) =>
    get(path, 'perm', out, path.includes('routing') ? ROUTING : ZONES, () => ({
      serviceCode: 'ECO-PARCEL',
      country: 'DE',
      postalCode: '10115',
    })),
  ),
]
