/**
 * How far a table's rows reach. global: one set for the whole installation; shared: tenant 0 and
 * the own one; tenant: rows of a tenant, perhaps bound to a depot or seen through a parent row;
 * owner: rows of a customer account. `follows`: rows that carry their own owner and depot, but lie
 * beyond reach where a data rule keeps their parent there.
 */
export type TableScope =
  | { kind: 'global' }
  | { kind: 'shared' }
  | { kind: 'tenant'; depot?: string; via?: Parent; follows?: Parent }
  | {
      kind: 'owner'
      owner?: string
      creator?: boolean
      shared?: string
      /** Rows without an owner are for all staff. */
      unowned?: true
      depot?: string
      via?: Parent
      follows?: Parent
    }
export interface Parent {
  table: string
  column: string
}

const registry = new Map<string, TableScope>()

/**
 * Declares how a table is reached. An undeclared table cannot be queried; declaring it twice
 * differently is an error.
 */
export function declareTable(table: string, scope: TableScope): void {
  const known = registry.get(table)
  if (known && JSON.stringify(known) !== JSON.stringify(scope))
    throw new Error(`table ${table} is declared twice`)
  registry.set(table, scope)
}

export function scopeOf(table: string): TableScope {
  const scope = registry.get(table)
  if (!scope) throw new Error(`table ${table} has no declared scope`)
  return scope
}

const lockOwners = new Map<string, string>()

/**
 * Declares that rows of these tables are locked by one function, which knows their order; `change`
 * then takes the locked rows alone, no ids.
 */
export function declareLockOwner(lock: string, tables: readonly string[]): void {
  for (const table of tables) lockOwners.set(table, lock)
}

export const lockOwnerOf = (table: string): string | undefined => lockOwners.get(table)

export function declaredTables(): ReadonlyMap<string, TableScope> {
  return registry
}
