import { crud, VERBS } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { money, ref, weight } from '../kit/field.ts'

/**
 * One price of a table. Amounts are in the table's currency; which columns count is the table's
 * step mode. Without a version it goes into the table's draft; where there is none, the table gets
 * a new version from now on: a published one is never changed.
 */
export const feeCells = crud(
  entity({
    name: 'fee-cells',
    table: 'fee_cell',
    scope: 'tenant',
    label: 'upTo',
    fields: {
      feeId: ref('fees', { required: true, filter: 'in', width: 200 }),
      feeVersionId: ref('fee-versions', {
        column: 'version_id',
        filter: 'in',
        show: ['list', 'detail'],
        width: 90,
      }),
      partitionId: ref('partitions', { required: true, filter: 'in', width: 180 }),
      upTo: weight({ min: 0.001, max: 100_000, sort: true, width: 120 }),
      price: money({
        currencyFrom: 'feeId.currency',
        sign: 'nonNegative',
        required: true,
        sort: true,
        width: 120,
      }),
      step: weight({ min: 0.001, max: 10_000, width: 120 }),
      stepPrice: money({ currencyFrom: 'feeId.currency', sign: 'nonNegative', width: 120 }),
      minPrice: money({ currencyFrom: 'feeId.currency', sign: 'nonNegative', width: 120 }),
    },
  }),
  {
    path: '/erp/feeCell',
    perm: 'dlv:fee',
    // Nothing points at a single price, and a weight is not searched by its letters.
    verbs: VERBS.filter((verb) => verb !== 'options'),
  },
)
