import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'
import { date, datetime, dict, money, ref, text } from '../../kit/field.ts'

/** What carriers collect for customers, one per order with cash on delivery. */
export const codList = crud(
  entity({
    name: 'cod-items',
    table: 'cod_item',
    scope: 'owner',
    // They name orders: a sub-account sees what its own caused.
    creator: true,
    label: 'shipmentNo',
    fields: {
      shipmentNo: text({ readOnly: true, filter: 'prefix', sort: true, width: 135 }),
      trackNo: text({ readOnly: true, filter: 'prefix', width: 190 }),
      reference: text({ readOnly: true, filter: 'prefix', width: 140 }),
      status: dict('cod_status', { readOnly: true, filter: 'in', sort: true, width: 130 }),
      customerId: ref('customers', { readOnly: true, filter: 'in', width: 170 }),
      supplierId: ref('suppliers', {
        readOnly: true,
        filter: 'in',
        width: 150,
        perm: 'acc:cod:list',
      }),
      currency: dict('currency', { readOnly: true, filter: 'in', width: 90 }),
      expected: money({ currencyFrom: 'currency', readOnly: true, sort: true, width: 120 }),
      collected: money({ currencyFrom: 'currency', sign: 'any', readOnly: true, width: 120 }),
      due: money({ currencyFrom: 'currency', readOnly: true, width: 120 }),
      deliveredAt: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
      settledAt: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
      paidOn: date({ readOnly: true, filter: 'range', sort: true, width: 110 }),
      payoutId: ref('cod-payouts', { readOnly: true, filter: 'in', width: 150 }),
      reason: text({ readOnly: true, width: 180 }),
      shipmentId: text({ readOnly: true, show: [] }),
      createTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
    },
  }),
  {
    path: '/erp/cod',
    perm: ['acc:cod', 'pay:cod'],
    verbs: ['list', 'exportXls'],
    byHand: ['queryById'],
    sort: { column: 'createTime', order: 'desc' },
  },
)
