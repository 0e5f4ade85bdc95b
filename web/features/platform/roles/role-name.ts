import { nameOf } from '#contracts/kit/names.ts'
import { useLang } from '../../../kit/text/i18n.ts'

/** A role's name as the reader speaks. */
export function useRoleName(): (role: {
  roleName: string | null
  roleNameEn: string | null
}) => string {
  const lang = useLang()
  return (role) => nameOf(role, lang, 'roleName')
}
