import { smallLead } from './lead-small.ts'
import { isGivenName } from './names.ts'
import { trimmed, type Reading } from './reading.ts'

/** Words that announce an address within a sentence: to send, to live, an order, a name. */
const INTENT =
  /^(?:\p{L}*(?:adres(?:se?)?|anschrift)|address|addresse|anschrift|send|sends?|sent|ship|shipped|shipping|shipment|post|mail|deliver|delivered|delivery|parcel|package|order|paket|päckchen|päckli|lieferung|lieferadresse|versand|sendung|anlieferung|bestellung|bestelling|bestemd|bestimmt|colis|commande|envoyer|envoyez|envoi|livrer|livrez|livraison|expédier|expédiez|adresser|destiné|pakket|pakketje|pakje|sturen|stuur|gestuurd|bezorgen|bezorg|leveren|lever|versturen|verzenden|zending|levering|schicken|schickt|schick|schicke|senden|sende|liefern|liefere|verschicken|name|naam|heiße|heisse|heet|m['’]appelle|goes|geht|gehen|gaat|moet|go|going|soll|sollte|doit|zegt|says|sagt|recipient|receiver|empfänger|empfängerin|paketempfänger|destinataire|ontvanger|consignee|bezorgd|geleverd|verstuurd|geliefert|geschickt|livré|envoyé|bitte|please|svp|ware|waren|it['’]s|c['’]est|dit|das|this|voici|hier|meant|könnt|kann|can|could|peux-tu|pouvez-vous|l['’]envoyer|kannst|könnten|würde|kan|kunt|kunnen|moved|umgezogen|verhuisd|déménagé|rechnung|facture|factuur|invoice|sent)$/iu
/** The last word before the name or the street. */
const CONNECTS =
  /^(?:an|to|voor|naar|chez|à|für|fuer|bij|nach|pour|at|aan|is|ist|est|are|zu|zum|on|for|op|von|van|by|lautet|lauten|\p{L}*(?:adres(?:se?)?|anschrift)|address|adres|anschrift|name|naam|bei|empfänger|paketempfänger|recipient|receiver|destinataire|ontvanger|consignee|m['’]appelle|heiße|heisse|heet|c['’]est|it['’]s|goes|geht|gaat|au|aux)$/iu
/** Whose home or place it is: "an meine Mutter Gisela", "bij mijn buurvrouw Annie". */
const KIN =
  /^(?:mutter|vater|mama|papa|oma|opa|schwester|bruder|freund|freundin|kunden?|kundin|nachbarn?|nachbarin|tochter|sohn|mann|tante|onkel|kollegen?|kollegin|sœur|soeur|frère|mère|père|amie?|cliente?|fille|fils|voisine?|femme|mari|collègue|moeder|vader|zus|broer|vriend|vriendin|klant|dochter|zoon|buurvrouw|buurman|collega|vrouw|magazijn|zaak|winkel|lager|entrepôt|warehouse|magasin|sister|brother|mother|father|mum|mom|dad|friend|customer|client|daughter|son|wife|husband|neighbou?r|colleague|office|work|home|aunt|uncle)$/iu
const MONTH = /^(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\p{L}*$/iu
/** Parts of names in small letters. */
const PARTICLE =
  /^(?:van|von|der|den|de|het|du|des|la|le|les|ter|ten|te|zu|am|im|an|und|et|en|and|of|'t|d|l|op|aan|in)$/u
/** Who lives where, within a sentence. */
const LIVES =
  /(?:^|\s)(?:(?:und|et|and|en)\s+)?(?:(?:ich|je|i|ik|wir|nous|we)\s+)?(?:j['’]habite|wohne|wohnt|wohnhaft|wohnen|habite|habitant|habitants?|demeurant|domiciliée?|residing|living|lives|live|woon|woont|wonen|wonende|wonend)(?:\s+(?:aan de|aan het|in der|in de|in|at|op|à|au|aux|te|on|im|am))?\s+(?=\S)/iu
/** "Bestellung 48812", "order #77310": a number of its own. */
const ORDER =
  /(?:bestell(?:ung|nummer|nr\.?)|ordernummer|ordernr\.?|bestelnr\.?|kundennummer|kundennr\.?|klantnummer|bon de commande|purchase order|job|ticket|dossier|retour(?:e|nummer)?|(?:rechnungs|lieferschein|vorgangs|factuur|zending|retour|klant|offerte)(?:nr\.?|nummer)|lieferschein|zending|po(?= ?#?\d| (?:no|nr|number))|订单号?|单号|运单号?|采购单号?|auftrag(?:snummer)?|order|commande|bestelling|bestelnummer|ordernummer|sendung|parcel|paket|pakket|colis|facture|rechnung|invoice|factuur|ref(?:erenz|erence|érence)?\.?)\s{0,9}(?:no\.?|nr\.?|n°|number|nummer)?\s{0,9}#?\s{0,9}[A-Z]{0,3}-?\d[\dA-Z-]{2,}/iu
/** Behind the name in the same sentence: "naar Marc Hendrickx moet". */
const TAIL =
  /(?:\s(?:moet|moeten|toe|please|bitte|gehen|senden|schicken|liefern|sturen|brengen|gestuurd|worden|verschicken|soll|svp|aub|graag|instead|thanks|danke|merci|bezorgen|leveren|livrer|envoyer))+[.!]?$/u

/** What an announcement is: an order's number stays in sight, the rest was understood. */
export function setAside(reading: Reading, words: string): void {
  const order = ORDER.exec(words)?.[0]
  if (order === undefined) {
    reading.aside.push(words)
    return
  }
  reading.left.push(order)
  for (const part of words.split(order).map(trimmed).filter(Boolean)) reading.aside.push(part)
}

/** A part that is nothing but an order's number. */
export const isOrder = (part: string): boolean => ORDER.exec(part)?.[0].length === part.length

/** Whether words in front of a colon, or of a name, only announce it. */
export function isAnnouncement(words: readonly string[]): boolean {
  if (words.some((word) => INTENT.test(word))) return true
  const small = words.slice(1).filter((word) => /^\p{Ll}/u.test(word) && !PARTICLE.test(word))
  return small.length >= 2
}

/** The last word leads on: a connector, or kin behind one. */
const ends = (head: readonly string[]): boolean =>
  CONNECTS.test(head.at(-1) ?? '') ||
  (KIN.test(head.at(-1) ?? '') && head.slice(0, -1).some((word) => CONNECTS.test(word)))

/** Words without any name: "Ich", "Telefonisch erreichbar unter", "Sent from my iPhone". */
export function isTalk(part: string): boolean {
  const words = part.split(' ')
  if (/\d/.test(part)) return false
  if (
    /^(?:my|mein|meine|mon|ma|mijn|ich|ik|je|i|we|wir|nous|wij|er|sie|hij|zij|he|she|they|it)$/i.test(
      part,
    )
  )
    return true
  if (words.length < 2 || words.length > 10) return false
  if (
    /^(?:my|mein|meine|mon|ma|mijn|our|unsere?|notre|onze) (?:\p{Ll}+ ){1,4}(?:is|ist|est)$/iu.test(
      part,
    )
  )
    return true
  const small = words
    .slice(1)
    .every(
      (word) => /^\p{Ll}/u.test(word) || INTENT.test(word) || KIN.test(word) || MONTH.test(word),
    )
  const asks = words.some((word) => INTENT.test(word) || REACHES.test(word))
  return (
    small &&
    asks &&
    (/^(?:new|neue?|nouvelle|nieuwe?)$/i.test(words[0] ?? '') || !isGivenName(words[0] ?? '')) &&
    words.slice(1).some((word) => /^\p{Ll}/u.test(word))
  )
}
const REACHES =
  /^(?:telefonisch|erreichbar|reach|reachable|joignable|bereikbaar|phone|téléphone|telefoon|above|below|siehe|voir|zie|oben|unten|umgezogen|moved|déménagé|verhuisd)$/iu

/** What is asked of the driver names people, too: "bitte klingeln bei Lutz". */
const ASKS =
  /(?<!\p{L})(?:klingeln|läuten|abgeben|abstellen|ablegen|hinterlegen|ring|knock|leave|sonner|sonnez|laisser|laissez|déposer|déposez|aanbellen|afgeven|achterlaten|neerzetten)(?!\p{L})/iu

/** "Adresse de livraison Chantal Rivoire": a title that stands in front of the address. */
const TITLE =
  /^(?:adresse (?:de |d['’])(?:livraison|facturation|expédition|envoi)|(?:delivery|shipping|postal|mailing|billing) address|(?:adresse|address|adres) (?:du|de la|of|van) \p{Ll}+)\s+(?=[\p{Lu}\d])/iu

/** Who writes, in any case of letters: "ik ben joyce van leeuwen". */
const SELF =
  /^(?:(?:hi|hey|hello|hallo|hoi|bonjour),? )?(?:ik ben|ik heet|mijn naam is|ich bin|ich heiße|mein name ist|je suis|je m['’]appelle|i am|i['’]m|my name['’]?s|my name is|mijn naam:|me llamo|it['’]?s|this is)\s+(?=\p{L}+ \p{L})/iu
/** "its nigel": in small letters and one name only. */
const SELF_ALONE = /^(?:it['’]?s|this is|ich bin|ik ben|c['’]est|i['’]m|je suis)\s+(?=\p{Ll}{3,}$)/u
/** "6 in almere": the town behind the house number. */
const IN_TOWN = /(?<=\d\p{L}?)\s+(in|te|à)\s+(?=\p{L})/u
/** "call me on" in front of a number. */
const REACH =
  /^(?:appelez|appeler|joindre|call|ring|phone|text|bel|bellen|ruf|rufen|anrufen|reach)(?= ).*(?:au|on|op|unter|at|à|sur|naar)$/iu

/** How many words of a part announce what follows: "mein name ist", "pakketje voor". */
function leading(words: readonly string[]): number {
  for (let at = Math.min(9, words.length - 1); at >= 1; at -= 1) {
    const head = words.slice(0, at)
    if (/^\d/.test(head[0] ?? '')) continue
    const next = words[at] ?? ''
    const spoken =
      /^(?:mme|mlle|mr|mrs|ms|monsieur|madame|herrn?|frau|dhr|mevr|mevrouw|mw)\.?$/.test(next)
    if (!(/^[\p{Lu}\d'’]/u.test(next) || spoken) || !ends(head)) continue
    if (/^\d/.test(next) && at < 4 && !head.some((word) => INTENT.test(word))) continue
    const plain = head
      .slice(1)
      .every(
        (word) =>
          /^\(?(?:\p{Ll}|#?\d|[A-Z]{0,3}-?\d{3}|(?:Sie|Ihnen|Ihre?|I|Ich)$)/u.test(word) ||
          INTENT.test(word) ||
          KIN.test(word),
      )
    if (!plain || !isAnnouncement(head)) continue
    // An de Vries: a given name and particles.
    if (isGivenName(head[0] ?? '') && !head.some((word) => INTENT.test(word))) continue
    return at
  }
  return 0
}

/** A part without the words that lead to it; one that names a person and a home is two. */
export function withoutLead(reading: Reading, part: string, led = false): string[] {
  const small = smallLead(part)
  if (small) {
    setAside(reading, small.trim())
    return withoutLead(reading, part.slice(small.length), true)
  }
  const title = TITLE.exec(part)?.[0]
  if (title && /^[\p{Lu}\d]/u.test(part.slice(title.length))) {
    reading.aside.push(title.trim())
    return [part.slice(title.length)]
  }
  if (REACH.test(part) && !/\d/.test(part)) {
    reading.aside.push(part)
    return []
  }
  const alone = SELF_ALONE.exec(part)?.[0] ?? ''
  const self = SELF.exec(part)?.[0] ?? (isGivenName(part.slice(alone.length)) ? alone : '')
  if (self) {
    reading.aside.push(self.trim())
    return withoutLead(reading, part.slice(self.length))
  }
  const town = IN_TOWN.exec(part)
  if (town) {
    reading.aside.push(town[1] ?? '')
    return [part.slice(0, town.index), part.slice(town.index + town[0].length)]
  }
  const words = part.split(' ')
  const count = ASKS.test(part) ? 0 : leading(words)
  let rest = words.slice(count).join(' ')
  if (count > 0) setAside(reading, words.slice(0, count).join(' '))
  const tail = TAIL.exec(rest)?.[0]
  if (tail && (led || count > 0 || /\d{4}/.test(rest))) {
    reading.aside.push(tail.trim())
    rest = rest.slice(0, -tail.length)
  }
  const lives = LIVES.exec(rest)
  if (!lives) return [rest]
  reading.aside.push(lives[0].trim())
  return [rest.slice(0, lives.index), rest.slice(lives.index + lives[0].length)]
    .map(trimmed)
    .filter(Boolean)
}
