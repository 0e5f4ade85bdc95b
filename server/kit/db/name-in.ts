import { sql, type RawBuilder } from 'kysely'
import type { Lang } from '#contracts/kit/envelope.ts'

/** A name column in the reader's language: in English its twin `<column>_en`, where filled in. */
export const nameIn = (lang: Lang, column: string): RawBuilder<string> =>
  lang === 'en_US'
    ? sql<string>`coalesce(${sql.ref(`${column}_en`)}, ${sql.ref(column)})`
    : sql<string>`${sql.ref(column)}`
