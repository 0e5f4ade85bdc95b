import { isGivenName } from './names.ts'

/** What a message begins with, before it comes to the address. */
const OPENS = String.raw`hi|hey|hello|hallo|hoi|moin|servus|salut|bonjour|bonsoir|coucou|dag|goedemorgen|goedemiddag|so|ok|okay|oui|ja|yes|ps|also|bitte|please|graag|merci|danke|thanks|zusammen|team|there|all`
/** What may stand around the word for an address: my new, hier ist die, voici ma nouvelle. */
const AROUND = String.raw`${OPENS}|hier|here|voici|voilà|voila|dit|das|this|that|c['’]?est|is|ist|est|it['’]?s|the|die|la|le|het|de|mein|meine|unsere?|mon|ma|notre|nos|my|our|mijn|onze|ons|mn|m['’]n|neue[rn]?|nieuwe?|new|nouvelle|aktuelle|actuele|current|korrekte|richtige|juiste|right|correcte?|bonne|vollständige|shipping|delivery|postal|complete|volledige|complète`
/** "hallo meine neue adresse ist", "salut mon adresse cest", "mijn adres is": in any case of letters. */
const MY_ADDRESS = new RegExp(
  String.raw`^(?:(?:${AROUND}),? )+(?:\p{L}*adress?e?|\p{L}*anschrift)(?: (?:de|d['’]|für|voor|pour|for) ?(?:livraison|envoi|expédition|die lieferung|die sendung|de levering|the delivery|delivery))?(?:,? (?:is|ist|est|lautet|c['’]?est|cest|sera|nu|now|jetzt|maintenant|désormais|wäre|wird|wordt|would be|will be|is now|ist jetzt|is nu))*\s{0,9}[:=]?,?\s{1,9}(?!(?:new|neu|nouvelle|nieuw|changed|geändert|veranderd|gewijzigd|changée?|falsch|wrong|fout|not|nicht|niet|hat|has|heeft|a|unten|below|hieronder|ci-dessous|as|wie|zoals|is|ist|est)(?!\p{L}))(?=[\p{L}\d'’])`,
  'iu',
)
const VERBS = String.raw`stuur|sturen|verstuur|versturen|verzend|verzenden|opsturen|lever|leveren|afleveren|bezorg|bezorgen|afgeven|breng|schick|schickt|schicke|schicken|sende|senden|sendet|versende|versenden|liefer|liefere|liefert|liefern|send|ship|post|mail|deliver|livrer?|livrez|livrée?|envoie|envoyer|envoyez|envoyée?|expédier|expédiez|expédiée?|déposer|déposez|adresser|adressez|geliefert|geschickt|gestuurd|geleverd|bezorgd|sent|shipped|delivered|goes|gaat|geht|moet|komt|kommt|part`
const TO = String.raw`naar|an|to|nach|bij|zu|zum|zur|chez|à|aan|at|for|für|fuer|voor|pour|bei|au|aux`
/** "hey stuur t maar naar", "Envoyez chez", "Afleveren bij", "pls ship it all to". */
const SEND_TO = new RegExp(
  String.raw`^(?:(?:${OPENS}|pls|plz|kun je|kan je|kunt u|het|dit|it|das|es|le|la|me|alles|könnt ihr|können sie|kannst du|can you|could you|pouvez-vous|peux-tu|tu peux|vous pouvez|je veux|il faut|à|a|to be|te|zu|das paket|het pakket|het pakje|le colis|the parcel|this|dit|das|alles|wil je|willst du)[,!]? )*(?:${VERBS})(?: (?!(?:${TO}) )[\p{Ll}'’][\p{Ll}'’-]*){0,5}(?: (?:${TO}))(?: (?:mon|ma|mein|meine[mnr]?|my|mijn|unser\p{L}*|notre|our|onze|de|het|la|le|die|der|den|dem) (?:adresse?|address|anschrift|addresse|naam|name|nom|nieuwe adres))?\s{0,9}:?\s{1,9}(?=['’]?[\p{L}\d])`,
  'iu',
)
/** "bonjour c'est", "hier ist", "ici", "met": who writes, in small letters. */
const IT_IS = new RegExp(
  String.raw`^(?:(?:${OPENS})[,!]? )*(?:moi c['’]?est|ici|c['’]?est|hier (?:ist|spricht|is)|dit is|this is|it['’]?s|je suis|ich bin(?: der| die)?|ik ben|i am|i['’]?m)(?: (?:pour|für|fuer|voor|for))?\s+(?=\p{L}+ \p{L})`,
  'iu',
)
/** "bitte an lisa krämer senden", "pour karim": a preposition, then a given name. */
const FOR_NAME = new RegExp(
  String.raw`^(?<open>(?:(?:${OPENS}|pls|plz)[,!]? )*)(?:an|to|naar|aan|für|fuer|for|voor|pour|à)\s+(?=\p{L}+ \p{L})`,
  'iu',
)
const SENT =
  / (?:senden|schicken|liefern|verschicken|sturen|bezorgen|leveren|verzenden|envoyer|livrer)[.!]?$/u
/** For the country or the receiver, in front of a colon: "Voor Duitsland:". */
const ASKED_THERE =
  /(?<!\p{L})(?:nachbar\p{L}*|buren|buurvrouw|buurman|neighbou?rs?|voisine?s?|gardienn?e?|concierge|reception|porch|haustür|accueil|hausmeister|if|falls|wenn|als|indien|si)(?!\p{L})/iu

/**
 * Words of a message in front of an address, whatever their case: what follows is a name, a number,
 * or holds one. Empty where there are none.
 */
export function smallLead(part: string): string {
  const mine = MY_ADDRESS.exec(part)?.[0]
  if (mine !== undefined) return mine
  const self = IT_IS.exec(part)?.[0]
  if (self !== undefined && isGivenName(part.slice(self.length).split(' ')[0] ?? '')) return self
  const meant = FOR_NAME.exec(part)
  if (meant && (meant.groups?.open !== '' || SENT.test(part))) {
    const [first = ''] = part.slice(meant[0].length).split(' ')
    if (isGivenName(first)) return meant[0]
  }
  const sent = SEND_TO.exec(part)?.[0]
  if (sent === undefined) return ''
  const rest = part.slice(sent.length)
  const fits =
    /^['’]?[\p{Lu}\d]/u.test(rest) || /\d/.test(rest) || isGivenName(rest.split(' ')[0] ?? '')
  return fits && !ASKED_THERE.test(rest) ? sent : ''
}
