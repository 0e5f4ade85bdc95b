import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'
import { bool, dict, ref, text, textarea } from '../../kit/field.ts'

/** Places of a depot where goods lie. */
export const stockPlaces = crud(
  entity({
    name: 'stock-places',
    table: 'stock_place',
    scope: 'tenant',
    depot: 'depot_id',
    label: 'code',
    fields: {
      depotId: ref('depots', { required: true, filter: 'in', width: 160 }),
      code: text({
        required: true,
        max: 32,
        unique: true,
        filter: 'prefix',
        sort: true,
        width: 140,
      }),
      kind: dict('stock_place_kind', { required: true, initial: '2', filter: 'in', width: 120 }),
      blocked: bool({ initial: false, filter: 'eq', width: 100 }),
      remark: textarea({ max: 300 }),
    },
  }),
  { path: '/erp/stockPlace', perm: 'stock:place', pick: 'login' },
)
