import { useMemo } from 'react'
import type { Crud } from '#contracts/kit/crud.ts'
import { useSession } from '../session/session.ts'

/** The column with the owner of a row. */
const OWNER = 'customerId'

/**
 * What holds for every row of a list: what the screen fixes, and for users of a customer the owner,
 * who is always the same and needs no filter, column or field.
 */
export function useFixedFields(
  of: Crud,
  fixed: Record<string, string | number> | undefined,
): Record<string, string | number> | undefined {
  const own = useSession().user?.customerId ?? null
  return useMemo(
    () => (own !== null && OWNER in of.fields ? { [OWNER]: own, ...fixed } : fixed),
    [own, of, fixed],
  )
}

/** The owner's column where it is the same in every row. */
export const ownerOf = (fixed: object | undefined, asked: object | undefined): string | null =>
  fixed === asked ? null : OWNER

/** A title within a sentence: "No recharges yet" of "My recharges". */
export const unowned = (title: string) =>
  title.replace(/^(?:My |我的)/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
