import { LANGS, type Lang } from '#contracts/kit/envelope.ts'
import { sayLabel } from '#server/kit/texts.ts'

/** What a sheet of users holds, in the order of its columns. `password` goes in and never comes out. */
export const SHEET = ['username', 'realname', 'workNo', 'customerId', 'departs', 'roles', 'post', 'depots', 'sex', 'birthday', 'phone', 'email', 'telephone', 'password'] as const
export type SheetField = (typeof SHEET)[number]

export const headerOf = (lang: Lang, field: string): string => sayLabel(lang, 'users', field)

const bare = (title: string) => title.trim().toLowerCase().replaceAll(/[\s_*（）()-]/g, '')

/** Where each column stands: by its name, or its label in either language. */
export function placesOf(header: readonly string[]): ReadonlyMap<SheetField, number> {
  const names = new Map<string, SheetField>()
  for (const field of SHEET) for (const word of [field, ...LANGS.map((lang) => headerOf(lang, field))]) if (!names.has(bare(word))) names.set(bare(word), field)
  const found = new Map<SheetField, number>()
  for (const [at, title] of header.entries()) {
    const field = names.get(bare(title))
    if (field !== undefined && !found.has(field)) found.set(field, at)
  }
  return found
}

/** Several values in one cell. */
export const manyIn = (text: string): string[] => text.split(/[,，;；、\n]/).map((part) => part.trim()).filter(Boolean)
