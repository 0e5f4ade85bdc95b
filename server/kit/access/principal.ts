/**
 * Who acts. Built by the session feature for requests and by the kit for jobs; verbs never make
 * one.
 */
export interface Principal {
  readonly userId: string
  readonly username: string
  readonly realname: string
  readonly tenantId: string
  /** The current department's; null where the caller is in none. */
  readonly orgCode: string | null
  /** Of all the caller's departments in this tenant. */
  readonly orgCodes: readonly string[]
  /** A customer's user belongs to this account; null for staff. */
  readonly customerId: string | null
  readonly dataScope: 'platform' | 'tenant' | 'depart' | 'sales' | 'depot' | 'customer' | 'sub'
  /** Depots a member of staff is bound to; null = all. */
  readonly depotIds: readonly string[] | null
  readonly perms: ReadonlySet<string>
  readonly rules: readonly DataRule[]
  /** The administrator, during an impersonation. Logs name both. */
  readonly actor?: { readonly userId: string; readonly username: string }
  /** Sees personal fields masked. */
  readonly masked?: true
  /** The API key the call came with; it opens the calls its scopes name and nothing else. */
  readonly keyId?: string
}

/**
 * One condition a grant puts on a table's rows; all of all grants are AND-ed. `field` is the
 * database column.
 */
export interface DataRule {
  table: string
  field: string
  op: string
  value: string
}
