import { sql, type QueryExecutorProvider } from 'kysely'
import type { Lang } from '#contracts/kit/envelope.ts'

/**
 * The language of a user's first sign-in is the one mails, text messages and notices are written
 * in, until the user chooses another.
 */
export async function storeFirstLang(
  db: QueryExecutorProvider,
  userId: string,
  lang: Lang,
): Promise<void> {
  await sql`insert into user_setting (user_id, key, value) values (${userId}, 'profile.lang', ${JSON.stringify(lang)}::jsonb) on conflict (user_id, key) do nothing`.execute(
    db,
  )
}
