import type { Lang } from '#contracts/kit/envelope.ts'
import { translateLabel } from '#server/kit/http/texts.ts'

/**
 * What a sheet of users holds, in the order of its columns. `password` goes in and never comes out.
 */
export const SHEET = [
  'username',
  'realname',
  'workNo',
  'customerId',
  'departs',
  'roles',
  'post',
  'depots',
  'sex',
  'birthday',
  'phone',
  'email',
  'telephone',
  'password',
] as const
export type SheetField = (typeof SHEET)[number]

export const headerOf = (lang: Lang, field: string): string => translateLabel(lang, 'users', field)

/** Several values in one cell. */
export const manyIn = (text: string): string[] =>
  text
    .split(/[,，;；、\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
