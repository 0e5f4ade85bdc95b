/** What can be granted, in the words of the permission screen. */
export interface Permission {
  code: string
  name: string
  nameEn: string
}

export const row = (code: string, name: string, nameEn: string): Permission => ({
  code,
  name,
  nameEn,
})
