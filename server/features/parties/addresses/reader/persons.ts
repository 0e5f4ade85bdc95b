import { isCompany, isDepartment, SALUTATION } from '../tables/words.ts'
import { isGivenName } from './names.ts'
import { put, trimmed, type Reading } from './reading.ts'

/** Only people bear them; "Praxis Dr. Weiß" begins with another word. */
const TITLE =
  /^(?:(?:dr|prof|rev|fr|sr|cllr|capt|captain|major|lady|lord|pastor|pfarrer|drs|ir|ing|mag|dipl|dott?|phd|me|maître|notaire|rechtsanwalt|rechtsanwältin|ra|notar|notarin|advocaat)(?:\.-?(?:ing|kfm|inf|kffr|med|phil)\b|-(?:ing|kfm|inf|kffr))?\.?(?= |$) ?|(?:med|jur|phil|rer|nat|h\.? ?c|oec|dent|vet)\. ?)+/i
/** C.M. Hulshof: initials are a person's. */
const INITIALS =
  /^(?:\p{Lu}\. ?){1,4}(?:(?:van|von|vom|zu|de|den|der|te|ten|ter|le|la) ){0,3}\p{Lu}\p{Ll}/u
const FAMILY = /^(?:familie|fam\.|famille|family|eheleute)(?= )/i

/** Begins with a given name, behind titles. */
export const isPerson = (text: string): boolean => {
  const name = text.replace(SALUTATION, '')
  if (FAMILY.test(name) || INITIALS.test(name) || / Esq\.?$/.test(name)) return true
  if (/^(?:dr|prof|rev)\.? (?:&|and|und|et|en) (?:mrs|mr|ms|frau|herr|mme|mevr)\.? /i.test(name))
    return true
  const bare = name.replace(TITLE, '')
  if (bare !== name && /^\p{Lu}/u.test(bare) && !isCompany(bare)) return true
  return isGivenName(bare.split(' ')[0] ?? '')
}

const INITIAL_M = new Set(['NL', 'DE', 'AT', 'GB', 'IE', 'US', 'AU', 'PL', 'DK', 'SE'])

/** Herr Nguyen Van Minh: whatever the name, a person is spoken to. */
export function isAddressed(text: string): boolean {
  const spoken = SALUTATION.exec(text)?.[0] ?? ''
  const rest = text.slice(spoken.length)
  return (
    /^(?:herrn?|hrn?\.|frau|mrs?|ms|miss|mme|mlle|m\.|monsieur|madame|dhr|de heer|mevr|mevrouw|mw)(?!\p{L})/iu.test(
      spoken,
    ) &&
    /^\p{L}/u.test(rest) &&
    !/\d/.test(rest) &&
    !isCompany(rest) &&
    rest.split(' ').length <= 4
  )
}

/** The name without forms of address, "An Frau"; these are set aside. */
export function withoutSalutation(reading: Reading, text: string, country = ''): string {
  const spoken = SALUTATION.exec(text)?.[0]
  if (!spoken) return text
  // An Claes: a given name of Flanders.
  if (/^an\s*$/i.test(spoken) && /^\S+$/.test(text.slice(spoken.length)) && !isCompany(text))
    return text
  // M. Oudshoorn is Monsieur only where French is spoken.
  if (/^m\.\s*$/i.test(spoken) && INITIAL_M.has(country)) return text
  if (
    isCompany(text) &&
    /^(?:miss|ms|sir|madame|monsieur|to|an|fr\.)\b/i.test(spoken) &&
    !isPerson(text)
  )
    return text
  reading.aside.push(spoken.trim())
  const rest = trimmed(text.slice(spoken.length))
  return /^(?:an|aan|to|für|for|voor|pour)\b/i.test(spoken)
    ? withoutSalutation(reading, rest, country)
    : rest
}

/** Mme Fournier (présidente): what is in brackets behind a name is a remark. */
export function putName(reading: Reading, text: string): void {
  const [, name = text, remark] = /^(\p{L}[^()]+?) ?\((\p{Ll}[^()]+)\)$/u.exec(text) ?? []
  const [, who, office] = /^(\p{L}[^()]+?) ?\((\p{Lu}[^()]+)\)$/u.exec(name) ?? []
  if (who !== undefined && office !== undefined && isDepartment(office)) {
    put(reading, 'name', who)
    reading.left.push(office)
    return
  }
  put(reading, 'name', name)
  if (remark !== undefined) reading.left.push(remark)
}
