export interface PersonalData {
  consigneeName: string
  phone: string | null
  email: string | null
  street: string
}

const WORDS = /[\p{L}\p{M}]{3,}/gu
const PHONE_TAIL = 6

/**
 * Whether a carrier's words give away who the parcel is for: a word of the name, the street, the
 * end of the phone number or the mail address. The public then sees the status without the
 * words; a word too many hidden does no harm.
 */
export function containsPersonalData(text: string, user: PersonalData): boolean {
  const reported = plain(text)
  const words = new Set(reported.match(WORDS) ?? [])
  if (
    plain(user.consigneeName)
      .match(WORDS)
      ?.some((word) => words.has(word))
  )
    return true
  // Chinese and Japanese are written without blanks: a name stands inside a longer run of letters.
  if (
    /\p{Script=Han}/u.test(user.consigneeName) &&
    reported.includes(plain(user.consigneeName).trim())
  )
    return true
  const street = plain(user.street).trim()
  if (street.length >= 4 && reported.includes(street)) return true
  if (user.email && reported.includes(plain(user.email))) return true
  const phone = user.phone?.replace(/\D/g, '').slice(-PHONE_TAIL) ?? ''
  return phone.length === PHONE_TAIL && reported.replace(/\D/g, '').includes(phone)
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()
