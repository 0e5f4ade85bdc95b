import { KINDS } from '../../orders/kinds/kinds.ts'
import { entities } from '../../catalogue.ts'
import { datetime, text, type Field, type Fields } from '../../kit/field.ts'
import { columnOf } from '../../kit/entity.ts'

/**
 * What a rule can be about: an entity with its table and the fields a condition may name. `name` is
 * also where its labels stand.
 */
export interface RuleEntity {
  name: string
  table: string
  fields: Fields
}

/**
 * Written screens and the entities they show. What is bound for an order is bound for its parcels
 * too (server/tables.ts).
 */
const ORDERS = ['shipments', 'parcels'] as const
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  'shipment.all': ORDERS,
  ...Object.fromEntries(
    KINDS.map(({ screen }) => [`shipment.${screen.split('/').at(-1)}`, ORDERS]),
  ),
  'shipment.import': ORDERS,
  'stock.balances': ['stock-balances', 'stock-entries'],
  'stock.goodsIn': ['stock-notices'],
  'stock.shortages': ['stock-shortages'],
  'stock.counts': ['stock-counts'],
  'stock.waves': ['stock-waves'],
  'warehouse.into': ['parcels'],
  'warehouse.predicted': ['predicted-batches'],
  'warehouse.batchIn': ['predicted-batches'],
  'warehouse.predictedShipments': ['shipments'],
  'warehouse.intercepts': ['intercepts'],
  'warehouse.packages': ['out-packages'],
  'warehouse.packages.scan': ['out-packages'],
  'warehouse.out': ['out-batches'],
  'warehouse.out.scan': ['out-batches'],
  'delivery.waybills': ['waybill-batches'],
  'delivery.houseWaybills': ['house-waybills'],
  'delivery.fbaWaybills': ['fba-waybills'],
  'shipment.fbaWaybills': ['fba-carton-lists'],
  'tracking.search': ['parcels'],
}

/** Present in every table that has rows to edit. */
const system: Fields = {
  createBy: text(),
  createTime: datetime(),
  updateBy: text(),
  updateTime: datetime(),
}

/** Amounts are left out: what a number of minor units is worth depends on each row's currency. */
function entityOf(name: string): RuleEntity | null {
  const known = entities.find((one) => one.name === name && one.scope !== 'global')
  if (!known) return null
  return {
    name: known.name,
    table: known.table,
    fields: {
      ...Object.fromEntries(
        Object.entries(known.fields).filter(([, spec]) => spec.type !== 'money'),
      ),
      ...system,
    },
  }
}

/**
 * The entities behind a menu entry: of a written screen by its key, else the plain entity it shows.
 * None: the entry takes no rules.
 */
export function ruleEntities({
  key,
  component,
}: {
  key: string
  component: string | null
}): RuleEntity[] {
  const plain = component?.startsWith('resource/')
    ? component.slice('resource/'.length)
    : key.slice(key.indexOf('.') + 1)
  return (SCREENS[key] ?? [plain]).flatMap((name) => entityOf(name) ?? [])
}

/**
 * A column a rule may name: of the first entity by its field, of the others as `parcel.trackNo`.
 */
export interface RuleColumn {
  column: string
  field: string
  entity: RuleEntity
  spec: Field
}
export function ruleColumns(menu: { key: string; component: string | null }): RuleColumn[] {
  return ruleEntities(menu).flatMap((entity, at) =>
    Object.entries(entity.fields)
      .filter(([, spec]) => !spec.from)
      .map(([field, spec]) => ({
        column: at === 0 ? field : `${entity.table}.${field}`,
        field,
        entity,
        spec,
      })),
  )
}

let byTable: Map<string, Map<string, Field>> | null = null
/** What a rule on this table and column compares; null where no definition knows it any more. */
export function ruleField(table: string, column: string): Field | null {
  if (!byTable) {
    byTable = new Map()
    for (const { table: name, fields } of entities.flatMap((one) => entityOf(one.name) ?? [])) {
      const known = byTable.get(name) ?? new Map<string, Field>()
      byTable.set(name, known)
      for (const [field, spec] of Object.entries(fields))
        if (!spec.from) known.set(columnOf(field, spec), spec)
    }
  }
  return byTable.get(table)?.get(column) ?? null
}
