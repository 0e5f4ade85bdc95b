import type { Format } from './format.ts'

const number = String.raw`\d{1,5} ?[a-z]?(?: ?[-–/] ?\d{1,4} ?[a-z]?)*`
const shared = {
  code: 'before',
  house: 'after',
  number,
  box: String.raw`(?:P\.? ?O\.? ?Box|Casella Postale|Apartado(?: de Correos)?|Skr\. ?poczt\.|Postboks|Box) ?\d+`,
} as const satisfies Partial<Format>

/** Neighbours that parcels often go to: code and town in one line, the number behind the street. */
export const OTHERS: readonly Format[] = [
  {
    ...shared,
    country: 'PL',
    pattern: String.raw`\d{2}-\d{3}`,
    prefix: 'PL',
    unmistakable: true,
    starts: String.raw`ul\.|al\.|aleja|aleje|os\.|osiedle|pl\.|plac`,
    number: String.raw`\d{1,4} ?[a-z]?(?: ?(?:/|m\.?) ?\d{1,4} ?[a-z]?)?`,
    unit: String.raw`(?:m\.|lok\.|piętro|klatka)(?![a-z])`,
    phone: '48',
  },
  {
    ...shared,
    country: 'IT',
    states: String.raw`AG|AL|AN|AO|AP|AQ|AR|AT|AV|BA|BG|BI|BL|BN|BO|BR|BS|BT|BZ|CA|CB|CE|CH|CL|CN|CO|CR|CS|CT|CZ|EN|FC|FE|FG|FI|FM|FR|GE|GO|GR|IM|IS|KR|LC|LE|LI|LO|LT|LU|MB|MC|ME|MI|MN|MO|MS|MT|NA|NO|NU|OR|PA|PC|PD|PE|PG|PI|PN|PO|PR|PT|PU|PV|PZ|RA|RC|RE|RG|RI|RM|RN|RO|SA|SI|SO|SP|SR|SS|SU|SV|TA|TE|TN|TO|TP|TR|TS|TV|UD|VA|VB|VC|VE|VI|VR|VT|VV|Südtirol|Alto Adige|Trentino|Lombardia|Piemonte|Veneto|Toscana|Lazio|Sicilia|Sardegna|Puglia|Campania|Calabria|Liguria|Umbria|Marche|Abruzzo|Molise|Basilicata|Emilia-Romagna|Friuli-Venezia Giulia|Valle d'Aosta`,
    pattern: String.raw`\d{5}`,
    prefix: 'IT?',
    starts: String.raw`via|viale|corso|c\.so|piazza|p\.zza|largo|vicolo|strada|lungomare|contrada|località|piazzale|galleria|salita`,
    unit: String.raw`(?:scala|interno|int\.|piano|edificio|palazzina)(?![a-z])`,
    phone: '39',
  },
  {
    ...shared,
    country: 'ES',
    pattern: String.raw`\d{5}`,
    prefix: 'ES?',
    starts: String.raw`calle|c/|c\.|avenida|avda\.?|av\.|paseo|pº|plaza|pza\.?|carrer|ronda|camino|carretera|ctra\.?|travesía|polígono|pol\.|rambla|passeig`,
    unit: String.raw`(?:piso|puerta|portal|escalera|esc\.|planta|bloque|\d{1,2}º)(?![a-z])`,
    phone: '34',
  },
  {
    ...shared,
    country: 'DK',
    pattern: String.raw`\d{4}`,
    prefix: 'DK',
    ends: 'gade|vej|vænget|allé|plads|stræde|torv|boulevard|alle',
    unit: String.raw`(?:\d\. ?(?:tv|th|mf)|st\. ?(?:tv|th))\.?`,
    phone: '45',
  },
  {
    ...shared,
    country: 'SE',
    pattern: String.raw`\d{3} ?\d{2}`,
    prefix: 'SE?',
    ends: 'gatan|vägen|gränd|torget|allén|stigen|plan',
    unit: 'lgh',
    phone: '46',
  },
  {
    ...shared,
    country: 'CZ',
    pattern: String.raw`\d{3} ?\d{2}`,
    prefix: 'CZ',
    starts: 'ul\\.|nám\\.|náměstí|třída',
    unit: 'patro',
    phone: '420',
  },
  {
    ...shared,
    country: 'PT',
    pattern: String.raw`\d{4}-\d{3}`,
    prefix: 'PT?',
    unmistakable: true,
    starts: 'rua|avenida|av\\.|praça|largo|travessa|estrada',
    unit: '(?:andar|esq\\.?|dto\\.?)(?![a-z])',
    phone: '351',
  },
]
