import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { idText } from '../kit/envelope.ts'
import { bool, dict, int, text, textarea } from '../kit/field.ts'

/** What clients of the family name for PostgreSQL, and the only driver there is. */
export const PG_DRIVER = 'org.postgresql.Driver'
const JDBC = /^jdbc:postgresql:\/\/([A-Za-z0-9.-]+)(?::(\d{1,5}))?\/([^?/#;&\s]{1,63})$/

/** The parts of an address as the family writes it; null where it holds anything else. */
export function partsOf(dbUrl: string): { host: string; port: number; dbName: string } | null {
  const [, host, port = '5432', dbName] = JDBC.exec(dbUrl.trim()) ?? []
  if (!host || !dbName || !hostName.test(host) || Number(port) > 65_535) return null
  return { host, port: Number(port), dbName }
}

const hostName = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/

/**
 * Servers whose tables reports may read: PostgreSQL at a host the operator allows, named by its
 * parts, or by an address that holds these and nothing else (wire.md §10).
 */
export const dataSourceList = crud(
  entity({
    name: 'data-sources',
    table: 'data_source',
    scope: 'tenant',
    label: 'name',
    fields: {
      code: text({ required: true, max: 32, unique: true, filter: 'like', sort: true, width: 120 }),
      name: text({ required: true, max: 100, filter: 'like', sort: true, width: 180 }),
      dbType: dict('report_db_type', { required: true, initial: 'postgresql', width: 120 }),
      /** Needed, unless `dbUrl` names it. */
      host: text({ max: 253, filter: 'like', width: 200 }),
      port: int({ required: true, min: 1, max: 65_535, initial: 5432, width: 90 }),
      dbName: text({ max: 63, width: 140 }),
      dbUsername: text({ required: true, max: 63, width: 140 }),
      /** Stars once it is set; the stars sent back leave it as it is. */
      dbPassword: text({ max: 200, show: ['form'] }),
      tls: bool({ initial: true, width: 90 }),
      /** Follow from the parts; the address sent sets them. */
      dbUrl: text({ max: 400, show: ['detail'] }),
      dbDriver: text({ max: 100, show: ['detail'] }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/sys/dataSource',
    perm: 'sys:ds',
    verbs: ['list', 'queryById', 'add', 'edit', 'delete', 'deleteBatch', 'options'],
  },
)

export const MASKED = '******'

export const dataSources = endpoints({
  /** Of a form: with the stars in place of the password, that of the row `id`. */
  testConnection: {
    method: 'POST',
    path: '/online/cgreport/api/testConnection',
    perm: ['sys:ds:add', 'sys:ds:edit'],
    rate: 'heavy',
    secret: true,
    in: z.strictObject({
      id: idText.optional(),
      host: z.string().regex(hostName, { error: 'source.host' }).nullish(),
      port: z.int().min(1).max(65_535).nullish(),
      dbName: z.string().max(63, { error: 'field.tooLong' }).nullish(),
      dbUrl: z.string().max(400, { error: 'field.tooLong' }).nullish(),
      dbDriver: z.string().max(100, { error: 'field.tooLong' }).nullish(),
      dbType: z.string().max(40, { error: 'field.tooLong' }).nullish(),
      /** Of the form as a whole; the test needs none of them. */
      code: z.string().nullish(),
      name: z.string().nullish(),
      remark: z.string().nullish(),
      dbUsername: z
        .string()
        .min(1, { error: 'field.required' })
        .max(63, { error: 'field.tooLong' }),
      dbPassword: z.string().max(200, { error: 'field.tooLong' }).nullable().default(null),
      tls: z.boolean().default(true),
    }),
    out: z.null(),
    message: 'ok.connected',
  },
})
