import { useLang } from '../../../kit/text/i18n.ts'

/** A role's name as the reader speaks. */
export function useRoleName(): (role: {
  roleName: string | null
  roleNameEn: string | null
}) => string {
  const english = useLang() === 'en_US'
  return ({ roleName, roleNameEn }) => (english && roleNameEn) || roleName || ''
}
