import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../db/generated/schema.ts'

export type Executor = Kysely<DB> | Transaction<DB>
