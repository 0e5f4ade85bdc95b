import { GREETING, INSTRUCTION, isRequest, ROLE } from '../tables/phrases.ts'
import { ATTENTION, CARE_OF, isCompany, isDepartment, SALUTATION } from '../tables/words.ts'
import { isGivenName } from './names.ts'
import { isAddressed } from './persons.ts'
import { trimmed } from './reading.ts'

const LEGAL_ALONE =
  /^(?:Inc|Ltd|LLC|L\.L\.C|LLP|L\.P|PLC|Corp|S\.?A|S\.?A\.?S|SARL|GmbH|B\.?V|N\.?V|Co)\.?$/i
const BREAKS =
  /(?:,(?!\s*(?:Ltd|Inc|LLC|L\.L\.C)\b)|[;|•\n，；])+|\s+(?=(?:gast|guest) (?!house|room|lodge|accommodation|services)\p{L})|\s+(?=(?:c\/o|p\/a|care of|z\. ?hd\.|zu händen|t\. ?a\. ?v\.|t\. ?n\. ?v\.|ter attentie van|attn\b[.:]?|f\.?a\.?o\.?|à l['’]attention de)\s)|(?<=\d{4}[A-Z]{0,2}.*)\s+(?=(?:name|naam|nom|contact|tel|for|für|pour|voor) \p{Lu}\p{Ll}+ \p{Lu})|(?<!\d)\s+[-–—/·]\s+|\s+·\s+|\s+[-–—/]\s+(?=\d{4,5} \p{L}{3})|\s+[-–—/·]\s+(?!\d+[a-z]?(?:\s|,|$))|(?<=\d) ?\/ ?(?=\d{1,2}\. ?(?:OG|Stock|Etage))/iu

const isFamilyName = (text = ''): boolean => /^[\p{L}-]+$/u.test(text)
const isGiven = (text: string): boolean =>
  /^[\p{L} .-]+$/u.test(text) && isGivenName(text.split(' ')[0] ?? '')

/** Where in the house, in brackets: (2. Stock), (bureau 204). */
const WITHIN =
  /^(?:\d{1,2}\.? ?(?:stock|og|etage|étage|floor|verdieping|hoog|obergeschoss)|(?:\d{1,2}(?:st|nd|rd|th|er|e|ème|de) )?(?:étage|floor|verdieping|bureau|zimmer|room|wohnung|app|apt|appt|flat|unit|suite|kamer|porte|bât|hinterhaus|vorderhaus|eg|dg|rdc|ground floor|begane grond|(?:upstairs|downstairs|rear|front|side|top|ground|garden)[ -](?:flat|floor|door|unit))(?:[ .].*)?)(?: \p{L}{4,7})?$/iu
/** The end of a sentence, no abbreviation: "56073 Koblenz. Klingel defekt". */
const SENTENCE =
  /(?<=\p{Ll}{4})(?<!(?<!\p{L})(?:boul|attn|abtl|habil|phil|dept|mevr|burg|gebr|dent|theol|pharm|dipl|prof|appt|etab|fran|bldg)|str)[.!] (?=\p{Lu})|(?<=\d[A-Z]{2}|\d{4}|[A-Z]{2}\d{2}|[A-Z]\d[A-Z]\d|\d[A-Z]\d)\. (?=\p{Lu})|(?<=\d[A-Z]{2})\. (?=\p{Ll}{3,} )|[.!] (?=(?:Merci|Danke|Vielen Dank|Thanks|Thank|Bedankt|Alvast|Groet|Groeten|Grüße|Gruß|Cordialement|Cheers|Dank|MfG|LG|Mvg|Regards)(?!\p{L}))|[!?] (?=\p{Lu})|(?<=\p{L} ?)[?!]$/gmu
/** Wang Fang chez Dupont, Mia Roth bei Familie Kern: who lives at whose place. */
const AT_HOME =
  /(?<=\p{Lu}[\p{L}-]+)(?<![Ll]ivraison|[Ll]ivrer|[Ll]ivrez|[Ll]ivrée?|[Ee]nvoi|[Ee]nvoyez|[Ee]nvoyer|[Ee]nvoie|[Dd]éposez|[Dd]époser|[Ee]xpédiez|[Ee]xpédier|[Cc]olis|[Ll]ivre) (?=chez \p{Lu})| (?=bei (?:Fam\.|Familie|Frau|Herrn?) )| (?=bij (?:fam\.|familie) )/gu

/** "LU1 2PL please leave in porch": what is asked behind a code or a number. */
const ASKED =
  /(?<=\d[A-Z]{2}|\d{4,5}|\d{5} \p{Lu}\p{L}+|\d{4} [A-Z]{2} \p{Lu}\p{L}+) (?=(?:please|leave|ring|knock|interphone|digicode|code|sonner|sonnez|laisser|achterom|aanbellen|graag|bitte|klingeln|svp) (?:[\p{Ll}\d]|$))/gu

/** "… 1065 KJ Amsterdam groetjes Samira": the end of a message without a sign before it. */
const SIGN_OFF =
  /(?<=\p{L}|\d)(?<!(?<!\p{L})(?:met|mit|viele|vielen|vriendelijke|hartelijke|hartelijk|herzlichen|besten|liebe|beste|bien|many|kind|best|warm|alvast|grand|un grand|mille)) ((?:(?:met )?(?:vriendelijke|hartelijke) groet(?:en|jes)?|groetjes|groeten|mvg|(?:viele|liebe|beste|schöne) gr(?:ü|ue)(?:ß|ss)e|mfg|vielen dank|danke(?: dir| ihnen| schön| sehr)?|bien cordialement|cordialement|merci(?: beaucoup| d['’]avance| bien)?|bisous|bises|alvast bedankt|bedankt|dank je(?: wel)?|dankjewel|(?:lg|vg|gr|vlg|grtjs|grtz|xx)(?= \p{L}{3})|many thanks|ta(?=[.!]?$)|thx|thnx|tnx|pls|plz|please|stp|svp|s['’]il (?:te|vous) pla[iî]t|aub|a\.u\.b\.|ajb|alsjeblieft|alstublieft|(?:lg|vg|mfg)(?=[.!]?$)|thanks(?: a lot| so much)?|thank you(?: so much| very much)?|cheers|(?:kind|best|warm) regards)(?: alvast)?)(?=$| ?[\n,.!]| \p{L}+(?: \p{L}+)?[.!]?$)/gimu

/** "Autohaus Senger GmbH Hr. Köpke": a company or a department, then who is meant there. */
function withPerson(part: string): string[] {
  const [, before, person] =
    /^(.{3,}?) ((?:Herrn?|Hrn?\.|Frau|Mme|Mlle|Mevr\.|Mevrouw|Dhr\.|Mrs\.?|Mr\.?|Ms\.?) \p{Lu}\D*)$/u.exec(
      part,
    ) ?? []
  if (before === undefined || person === undefined) return [part]
  if (ATTENTION.test(part) || CARE_OF.test(part) || SALUTATION.test(part)) return [part]
  return isCompany(before) || isDepartment(before) || ROLE.test(before) ? [before, person] : [part]
}

/** Segments between separators; what belongs together although a comma parts it is joined. */
export function segmentsOf(text: string): string[] {
  const parts = text
    // Konstanz (bitte klingeln): what is asked, or where in the house, is no part of the town.
    .replace(/ ?\(([^()\n]{3,60})\)/g, (whole, inner: string) =>
      isRequest(inner) || INSTRUCTION.test(inner) || WITHIN.test(inner) || isAddressed(inner)
        ? ` , ${inner} , `
        : whole,
    )
    .replace(SENTENCE, ' , ')
    .replace(ASKED, ' , ')
    .replace(AT_HOME, ' , ')
    // achterom aub: what asks is one remark.
    .replace(SIGN_OFF, (whole, words: string, at: number, all: string) =>
      words === 'TA' || isRequest(/[^,;|\n]*$/.exec(all.slice(0, at))?.[0].trim() + whole)
        ? whole
        : ` , ${words} , `,
    )
    .replace(/(\p{L}{3}\.|stra(?:ß|ss)e|weg|platz)(?=\d)/giu, '$1 ')
    .split(BREAKS)
    .map(trimmed)
    .map((part) =>
      part
        .replace(/^\.\s+/, '')
        .replace(/(?<=\d[A-Z]{2}|\d{5}|[A-Z]\d{2} [A-Z\d]{4}|\d[A-Z]\d)\.$/, ''),
    )
    // The end of a sentence: "T.n.v. Piotr Zieliński."
    .map((part) =>
      part.replace(
        /(?<=\p{Lu}\p{Ll}{3,})(?<!str|[Cc]orp|[Cc]omp|[Bb]ros|[Aa]ssn|boul|appt|bldg|blvd|hwy|pkwy|cres|gdns)\.$/u,
        '',
      ),
    )
    .flatMap(withPerson)
    .filter(Boolean)
  const joined: string[] = []
  for (const [at, part] of parts.entries()) {
    const before = joined.at(-1)
    if (before !== undefined && LEGAL_ALONE.test(part) && !/\d/.test(before))
      joined[joined.length - 1] = `${before} ${part}`
    else if (
      before !== undefined &&
      /^\d{1,4} ?[a-z]?(?: (?:bis|ter))?$/i.test(before) &&
      /^\p{L}/u.test(part)
    )
      joined[joined.length - 1] = `${before} ${part}`
    else if (
      before !== undefined &&
      /^\d{1,4} ?[a-z]?$/i.test(part) &&
      (/^[A-U] ?\d{1,2}$/.test(before) ||
        (/^[^\d\p{L}]*\p{L}\D*$/u.test(before) && (joined.length > 1 || at === parts.length - 1)))
    )
      joined[joined.length - 1] = `${before} ${part}`
    else if (/^(?:RR|HC|Rural Route) \d+$/i.test(before ?? '') && /^Box \d/i.test(part))
      joined[joined.length - 1] = `${before} ${part}`
    else if (
      joined.length === 1 &&
      isFamilyName(before) &&
      !GREETING.test(before ?? '') &&
      isGiven(part)
    )
      joined[0] = `${before}, ${part}`
    else joined.push(part)
  }
  return joined
}
