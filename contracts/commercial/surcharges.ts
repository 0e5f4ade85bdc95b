import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { bool, date, dict, int, money, rate, ref, text } from '../kit/field.ts'

/**
 * What comes on top of the freight of a price table: a fixed amount or hundredths of a percent of
 * it. It belongs to a version of the table, as prices do.
 */
export const surcharges = crud(
  entity({
    name: 'surcharges',
    table: 'surcharge',
    scope: 'tenant',
    label: 'name',
    fields: {
      feeId: ref('fees', { required: true, filter: 'in', width: 200 }),
      feeVersionId: ref('fee-versions', {
        column: 'version_id',
        filter: 'in',
        show: ['list', 'detail'],
        width: 90,
      }),
      name: text({ required: true, max: 100, filter: 'like', sort: true, width: 180 }),
      nameEn: text({ max: 100, filter: 'like', width: 200 }),
      tradeItem: dict('trade_item', { required: true, filter: 'in', width: 130 }),
      kind: dict('surcharge_kind', { required: true, filter: 'in', width: 130 }),
      amount: money({ currencyFrom: 'feeId.currency', sign: 'nonNegative', width: 120 }),
      rateBp: rate({ min: 0, max: 100_000, width: 120 }),
      fuelIndexId: ref('fuel-indexes', { filter: 'in', width: 160 }),
      base: dict('surcharge_base', { width: 130 }),
      minAmount: money({ currencyFrom: 'feeId.currency', sign: 'nonNegative', width: 120 }),
      inFuel: bool({ initial: false, width: 110 }),
      applies: dict('surcharge_applies', {
        required: true,
        initial: 'ALWAYS',
        filter: 'in',
        width: 150,
      }),
      threshold: int({ min: 0, max: 2_000_000_000, width: 120 }),
      remoteListId: ref('remote-lists', { filter: 'in', width: 160 }),
      attribute: dict('order_attribute', { filter: 'in', width: 140 }),
      validFrom: date({ filter: 'range', sort: true, width: 120 }),
      validTo: date({ filter: 'range', sort: true, width: 120 }),
    },
  }),
  {
    path: '/erp/surcharge',
    perm: 'dlv:fee',
  },
)
