import type { Format } from './format.ts'
import { FRENCH_STREETS } from './formats.french.ts'

const DUTCH_ENDS = String.raw`dyk|strjitte|leane|straat|str\.?|weg|laan|plein|gracht|kade|dijk|singel|hof|steeg|pad|park|markt|burgwal|dreef|baan|lei|vest|veld|berg|kamp|wal|dam|haven|plantsoen|ring|brink|poort|oord|brug|dries|heide|bos|akker|meent|warande|hoek|lane|tuin|tuinen|wijk|sluis|vliet|zijde|stede|erf|donk|boulevard|allee|burg|rode|wade|rede|schans|werf|terrein|esplanade|(?<!neder|duits|enge|hol|fin|ijs|ier|rus|zwitser|fries|schot)land|hoeve|gaarde|kouter|kerkhof|gaard|voort|duin|beek|zoom|bolwerk|rak|diep|polder|vaart|meer|bos|es|kant|weide|hout|rand|end|einde|buurt|dorp|eind|wetering|zand|heuvel|kruis|molen|sloot|water|loop`
const dutch = {
  house: 'after',
  starts: String.raw`Laan van|Laan der|Aan de|Aan het|Op de|Op den|Op het|Achter de|Achter het|Oude|Nieuwe|Grote|Kleine|Lange|Korte|Hoge|Lage|Plein|Het|De|'t|Boulevard|Avenue|Park|Markt|Kade|Grote Markt|Groenplaats|Meir|Dam|Spui|Rokin|Damrak|Nieuwendijk|Industrieterrein|Bedrijvenpark`,
  ends: DUTCH_ENDS,
  words: String.raw`straat|weg|laan|plein|markt|kade|park|boulevard|gracht|singel|dijk|Dam|Rokin|Damrak|Spui|Steenweg|Stwg\.?|Baan`,
  own: 'straat|steenweg|laan|plein|gracht|kade|dijk|singel|dreef',
  leads: String.raw`Deken|Kapelaan|Pater|Monseigneur|Mgr\.|Professor|Prof\.|Wethouder|Minister|Hertog|Baron|Meester|Kanunnik|Notaris|Dokter|van|von|der|den|de|het|'t|ter|ten|te|1e|2e|3e|Eerste|Tweede|Derde|Oude|Nieuwe|Grote|Kleine|Lange|Korte|Prins|Prinses|Koning|Koningin|Burgemeester|Burg\.|Dr\.|Mr\.|Ds\.|Pastoor|Sint|St\.|Noord|Zuid|Oost|West|Jan|Graaf|President|Pres\.|Generaal|Kardinaal|Admiraal`,
} as const satisfies Partial<Format>

/** The Netherlands; Belgium in both of its languages. */
export const BENELUX: readonly Format[] = [
  {
    ...dutch,
    country: 'NL',
    code: 'before',
    pattern: String.raw`[1-9]\d{3} ?[A-Z]{2}(?![A-Za-z])`,
    prefix: 'NL',
    states:
      'Drenthe|Flevoland|Friesland|Fryslân|Gelderland|Groningen|Limburg|Noord-Brabant|Noord-Holland|Overijssel|Utrecht|Zeeland|Zuid-Holland',
    unmistakable: true,
    number: String.raw`(?:nr\.? ?|t\/o ?)?\d{1,5}(?:(?: ?- ?| )(?:[a-z](?![a-zà-ÿ])(?:[ -]?\d{1,3})?|\d{1,4}(?!\d| ?hoog|[de]?e? ?(?:verd|etage|étage))(?: ?[a-z](?![a-z]))?|bis(?: ?[a-z](?![a-z]))?|hs|huis|I{1,3}|IV|V|zwart|rood|rd|zw|bg|boven|beneden|links|rechts|[a-z]{2}(?![a-z]))|[a-z](?![a-z])(?:[- ]\d{1,3})?)?`,
    box: String.raw`Postbus ?\d{1,6}|Antwoordnummer ?\d{1,6}`,
    unit: String.raw`(?:\d{1,2} ?hoog|residentie|kantoor|suite|appartement|app?\.?|verdieping|etage|unit|kamer|gebouw|hal|ingang|poort|toren|loods|koelhuis|vak|bedrijfsunit|begane grond|achterhuis|achterom|dock|steiger|ligplaats|plek|staanplaats|standplaats|perceel|kavel|box|balie|loket|vleugel|blok|garage|bg|achteringang|zijingang|bungalow|chalet|\d{1,2}e verd\.?|\d{1,2}e (?:etage|verdieping))(?![a-z])`,
    phone: '31',
  },
  {
    ...dutch,
    country: 'BE',
    code: 'before',
    pattern: String.raw`[1-9]\d{3}`,
    prefix: 'BE?',
    states:
      'Antwerpen|Limburg|Oost-Vlaanderen|West-Vlaanderen|Vlaams-Brabant|Brabant wallon|Hainaut|Liège|Luxembourg|Namur',
    number: String.raw`(?:nr\.? ?)?\d{1,4} ?[a-z]?(?: ?[-–/] ?\d{1,4} ?[a-z]?)?(?:,? ?(?:bus|bte\.?|boîte|boite|b|box)\.? ?[a-z\d][a-z\d./]{0,6}(?![a-z]))?`,
    starts: `${dutch.starts}|${FRENCH_STREETS.starts}`,
    box: String.raw`Postbus ?\d{1,6}|${FRENCH_STREETS.box}`,
    unit: String.raw`(?:residentie|verdieping|verd\.|gebouw|hal|ingang|\d{1,2}e verdieping|unit|kaai|poort|blok)(?![a-z])|${FRENCH_STREETS.unit}`,
    phone: '32',
  },
]
