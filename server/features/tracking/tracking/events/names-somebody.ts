export interface Person {
  consigneeName: string
  phone: string | null
  email: string | null
  street: string
}

const WORDS = /[\p{L}\p{M}]{3,}/gu
const PHONE_TAIL = 6

/**
 * Whether a carrier's words give away who the parcel is for: a word of the name, the street, the end of the phone
 * number or the mail address. The public is then told the status without the words; a word too many hidden does no harm.
 */
export function namesSomebody(text: string, person: Person): boolean {
  const told = plain(text)
  const words = new Set(told.match(WORDS) ?? [])
  if (
    plain(person.consigneeName)
      .match(WORDS)
      ?.some((word) => words.has(word))
  )
    return true
  // Chinese and Japanese are written without blanks: a name stands inside a longer run of letters.
  if (
    /\p{Script=Han}/u.test(person.consigneeName) &&
    told.includes(plain(person.consigneeName).trim())
  )
    return true
  const street = plain(person.street).trim()
  if (street.length >= 4 && told.includes(street)) return true
  if (person.email && told.includes(plain(person.email))) return true
  const phone = person.phone?.replace(/\D/g, '').slice(-PHONE_TAIL) ?? ''
  return phone.length === PHONE_TAIL && told.replace(/\D/g, '').includes(phone)
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()
