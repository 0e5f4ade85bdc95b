import { sql } from 'kysely'
import type { DraftOf, RowOf } from '#contracts/kit/entity.ts'
import { MASKED, partsOf, PG_DRIVER, type dataSourceList } from '#contracts/insight/data-sources.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { openSecret, sealSecret, type SecretPlace } from '#server/kit/access/secrets.ts'
import { change } from '#server/kit/db/change.ts'
import { failFields, failMissing } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'

/** Where a source is. Its password is encrypted for this place and opens for no other. */
export interface Place {
  host: string
  port: number
  dbName: string
  dbUsername: string
  tls: boolean
}

/** Without TLS it is another place: the same password would go over the wire in the open. */
const secretPlace = (ctx: Ctx, { host, port, dbName, dbUsername, tls }: Place): SecretPlace => ({
  tenantId: ctx.principal.tenantId,
  table: 'data_source',
  column: 'db_password_enc',
  id: `${tls ? 'tls' : 'plain'}:${dbUsername}@${host}:${port}/${dbName}`,
})

type Draft = DraftOf<typeof dataSourceList>
type Row = RowOf<typeof dataSourceList>

/** What a save has to write once its row is there. */
const waiting = new WeakMap<Tx, string | null>()

/** @throws Refusal where the host is none the operator allows. */
export function requireAllowed(ctx: Ctx, { host, port }: Pick<Place, 'host' | 'port'>): void {
  if (!(ctx.deps.env.dataSourceHosts ?? []).includes(`${host.toLowerCase()}:${port}`))
    failFields([{ path: 'host', code: 'source.notAllowed', data: { host: `${host}:${port}` } }])
}

/**
 * The address and driver of a client of the family, as the parts they stand for. An address that
 * comes back as it was answered changes nothing; one that contradicts the parts is refused.
 */
export function namedParts(
  { dbUrl, dbDriver, dbType, ...given }: Named,
  before: Named = {},
): { host: string; port: number; dbName: string } {
  if (dbDriver && dbDriver !== PG_DRIVER) failFields([{ path: 'dbDriver', code: 'source.driver' }])
  if (dbType && dbType !== 'postgresql') failFields([{ path: 'dbType', code: 'source.driver' }])
  const isNew = (dbUrl ?? '') !== '' && dbUrl !== before.dbUrl
  const parts = isNew ? partsOf(dbUrl!) : {}
  if (!parts) failFields([{ path: 'dbUrl', code: 'source.url' }])
  for (const [name, value] of Object.entries(parts)) {
    const own = given[name as keyof typeof parts]
    const isDefault = name === 'port' && before.port === undefined && own === DEFAULT_PORT
    if (own && own !== value && own !== before[name as keyof typeof parts] && !isDefault)
      failFields([{ path: name, code: 'source.urlDiffers' }])
  }
  const { host, port, dbName } = { ...before, ...present(given), ...parts }
  if (!host) failFields([{ path: 'host', code: 'field.required' }])
  if (!dbName) failFields([{ path: 'dbName', code: 'field.required' }])
  return { host, port: port ?? DEFAULT_PORT, dbName }
}

interface Named {
  host?: string | null | undefined
  port?: number | null | undefined
  dbName?: string | null | undefined
  dbUrl?: string | null | undefined
  dbDriver?: string | null | undefined
  dbType?: string | null | undefined
}
const DEFAULT_PORT = 5_432
const present = <T extends object>(given: T): T =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T

const placeOf = (row: Partial<Draft | Row>): Place => ({
  host: String(row.host),
  port: Number(row.port),
  dbName: String(row.dbName),
  dbUsername: String(row.dbUsername),
  tls: row.tls !== false,
})

/** The stars mean the password that is there, as long as it is for the same place. */
export const dataSourceHooks: Hooks<typeof dataSourceList> = {
  beforeSave: (tx, draft, before) => {
    const { host, port, dbName, dbUrl, dbDriver } = draft
    Object.assign(draft, namedParts({ host, port, dbName, dbUrl, dbDriver }, before ?? {}))
    delete draft.dbUrl
    delete draft.dbDriver
    const after = placeOf(rowAfter(draft, before))
    requireAllowed(tx, after)
    const given = draft.dbPassword
    delete draft.dbPassword
    // A source without a password that is given none is not written a second time.
    if (given !== undefined && given !== MASKED && (given || before?.dbPassword))
      waiting.set(
        tx,
        given ? sealSecret(tx.deps.env.secretKey, given, secretPlace(tx, after)) : null,
      )
    else if (
      before?.dbPassword &&
      secretPlace(tx, placeOf(before)).id !== secretPlace(tx, after).id
    )
      failFields([{ path: 'dbPassword', code: 'source.passwordAgain' }])
    return Promise.resolve()
  },
  afterSave: async (tx, row) => {
    const sealed = waiting.get(tx)
    if (sealed !== undefined) await change(tx, 'dataSource', row.id, { dbPasswordEnc: sealed })
  },
  beforeDelete: async (tx, row) => {
    const used = await sql<{ name: string }>`select r.name from ${tx.rows('onlineReport').as('r')}
      where r.source_id = ${row.id} limit 1`.execute(tx.db)
    if (used.rows[0])
      failFields([{ path: 'code', code: 'source.used', data: { name: used.rows[0].name } }])
  },
}

/** Where a row of the caller's tenant is: what a form sends back unchanged is measured by it. */
export async function storedParts(ctx: Ctx, id: string): Promise<Named> {
  const { rows } = await sql<Named>`select d.host, d.port, d.db_name, d.db_url
    from ${ctx.rows('dataSource').as('d')} where d.id = ${id}`.execute(ctx.db)
  return rows[0] ?? failMissing()
}

/** A source of the caller's tenant with its password. */
export async function sourceOf(ctx: Ctx, id: string): Promise<Place & { password: string }> {
  const { rows } = await sql<Place & { sealed: string | null }>`select d.host, d.port, d.db_name,
      d.db_username, d.tls, d.db_password_enc as sealed
    from ${ctx.rows('dataSource').as('d')} where d.id = ${id}`.execute(ctx.db)
  const { sealed, ...place } = rows[0] ?? failMissing()
  requireAllowed(ctx, place)
  return {
    ...place,
    password:
      sealed === null ? '' : openSecret(ctx.deps.env.secretKey, sealed, secretPlace(ctx, place)),
  }
}

/** The password of a form: what was typed, or the stored one where it is for the same place. */
export async function passwordFor(
  ctx: Ctx,
  place: Place,
  { id, dbPassword }: { id?: string | undefined; dbPassword: string | null },
): Promise<string> {
  if (dbPassword !== MASKED) return dbPassword ?? ''
  const stored = id === undefined ? failMissing() : await sourceOf(ctx, id)
  if (secretPlace(ctx, stored).id !== secretPlace(ctx, place).id)
    failFields([{ path: 'dbPassword', code: 'source.passwordAgain' }])
  return stored.password
}
