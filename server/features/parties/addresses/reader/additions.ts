import { isLegalForm } from '../tables/companies.ts'
import { BUILDING, DEPARTMENT, isCompany } from '../tables/words.ts'
import type { Patterns } from './patterns.ts'
import { isPerson } from './persons.ts'
import type { Other } from './reading.ts'

/** A building's word that is a surname behind a given name. */
const SURNAME_TOO = /^\S+ (?:hall|mills|court|park|house|barn|point)$/i
/** A quarter of the town by the word for it. */
const QUARTER =
  /^(?:OT|Ortsteil|Ortschaft|Stadtteil|Gemeindeteil|Stadtbezirk|quartier|wijk|buurt|deelgemeente|KG) \p{Lu}/u
/** Where trade is, by the word for it: the street there is another part. */
const ESTATE =
  /^(?:industrieterrein|bedrijventerrein|bedrijvenpark|businesspark|gewerbegebiet|industriegebiet|gewerbepark|industriepark|technologiepark|z\.?[ia]\.?c?\.?|zone (?:industrielle|artisanale|d['’]activités?|commerciale)|parc (?:d['’]activités?|technologique)|centre commercial|einkaufszentrum|winkelcentrum) \p{Lu}/iu
const ESTATE_END =
  /\S (?:ind(?:\.|ustrial)? est(?:\.|ate)?|trading est(?:\.|ate)?|(?:business|industrial|trading|enterprise) (?:park|estate|village))$/i
/** Whether a part is where in the house, in the firm or in the town, and neither who nor a street. */
export function isAddition(
  p: Patterns,
  text: string,
  place: Other['place'],
  behindPerson: boolean,
): boolean {
  if (ESTATE.test(text) || ESTATE_END.test(text) || (p.unitStart.test(text) && /\d/.test(text)))
    return true
  if (isPerson(text) && !(BUILDING.test(text) && !SURNAME_TOO.test(text))) return false
  if (
    DEPARTMENT.test(text) ||
    QUARTER.test(text) ||
    (p.unitStart.test(text) && (/\d/.test(text) || !isLegalForm(text))) ||
    /^(?:postnummer|postnr\.?|kundennummer|kundennr\.?|kunden-nr\.?) ?\d/i.test(text)
  )
    return true
  if (p.format.house === 'before' && place === 'before' && /^\d[\d/ ]{0,5}[a-z]?$/i.test(text))
    return true
  // The Old Bakery behind a person is a house; in front of everything it is one that bakes.
  if (place === 'before' && behindPerson && /^the old \p{L}+(?: \p{L}+)?$/iu.test(text)) return true
  if (isCompany(text)) return false
  // A second street is where the first one is: ZI Nord.
  if (p.format.house === 'before' && p.format.starts && p.street?.test(text)) return true
  const unit = p.unitAny.exec(text)
  if (unit && (/\d/.test(text) || place === 'between')) return true
  return BUILDING.test(text) && place !== 'behind'
}
