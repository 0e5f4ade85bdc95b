import { minorUnits } from '#contracts/kit/money.ts'

/*
 * The format of DATEV for a batch of postings ("EXTF", header 700, category 21, format version 13),
 * as DATEV describes it for developers: developer.datev.de/datev/platform/de/dtvf (technical
 * structure, example), .../dtvf/formate/header and .../dtvf/formate/buchungsstapel (fields and their
 * expressions). Fields are parted by semicolons, lines end with CR LF, text is in quotes that are
 * doubled inside, also where it is empty; decimals follow a comma; the file is Windows-1252.
 */

const numbered = (count: number, of: (no: number) => string[]): string[] =>
  Array.from({ length: count }, (_, at) => of(at + 1)).flat()

/** The 125 columns of version 13, in their order. */
export const COLUMNS: readonly string[] = [
  ...'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz'.split(';'),
  ...'WKZ Basis-Umsatz;Konto;Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum'.split(';'),
  ...'Belegfeld 1;Belegfeld 2;Skonto;Buchungstext;Postensperre;Diverse Adressnummer'.split(';'),
  ...'Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink'.split(';'),
  ...numbered(8, (no) => [`Beleginfo - Art ${no}`, `Beleginfo - Inhalt ${no}`]),
  ...'KOST1 - Kostenstelle;KOST2 - Kostenstelle;Kost-Menge'.split(';'),
  ...'EU-Land u. UStID (Bestimmung);EU-Steuersatz (Bestimmung);Abw. Versteuerungsart'.split(';'),
  ...'Sachverhalt L+L;Funktionsergänzung L+L;BU 49 Hauptfunktionstyp'.split(';'),
  ...'BU 49 Hauptfunktionsnummer;BU 49 Funktionsergänzung'.split(';'),
  ...numbered(20, (no) => [`Zusatzinformation - Art ${no}`, `Zusatzinformation- Inhalt ${no}`]),
  ...'Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit'.split(';'),
  ...'Skontotyp;Auftragsnummer;Buchungstyp;USt-Schlüssel (Anzahlungen)'.split(';'),
  ...'EU-Land (Anzahlungen);Sachverhalt L+L (Anzahlungen);EU-Steuersatz (Anzahlungen)'.split(';'),
  ...'Erlöskonto (Anzahlungen);Herkunft-Kz;Buchungs GUID;KOST-Datum'.split(';'),
  ...'SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername;Beteiligtennummer'.split(';'),
  ...'Identifikationsnummer;Zeichnernummer;Postensperre bis'.split(';'),
  ...'Bezeichnung SoBil-Sachverhalt;Kennzeichen SoBil-Buchung;Festschreibung'.split(';'),
  ...'Leistungsdatum;Datum Zuord. Steuerperiode;Fälligkeit;Generalumkehr (GU)'.split(';'),
  ...'Steuersatz;Land;Abrechnungsreferenz;BVV-Position'.split(';'),
  ...'EU-Land u. UStID (Ursprung);EU-Steuersatz (Ursprung);Abw. Skontokonto'.split(';'),
]

/** Columns of text, which are in quotes also where they are empty; counted from 1. */
const TEXT_SINGLE = [
  2, 3, 6, 9, 11, 12, 14, 16, 20, 37, 38, 40, 42, 91, 95, 96, 98, 102, 103, 105, 107, 109, 110, 112,
  118, 120, 121, 123,
]
const TEXT_COLUMNS = new Set([
  ...TEXT_SINGLE,
  ...Array.from({ length: 16 }, (_, at) => 21 + at),
  ...Array.from({ length: 40 }, (_, at) => 48 + at),
])

/** What Windows-1252 has between 0x80 and 0x9f. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Text as Windows-1252; what it does not know becomes a question mark. */
export function ansi(text: string): Buffer {
  return Buffer.from(
    [...text].map((letter) => {
      const code = letter.codePointAt(0)!
      if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code
      const at = HIGH.indexOf(letter)
      return at < 0 ? 0x3f : 0x80 + at
    }),
  )
}

// oxlint-disable-next-line no-control-regex
const quoted = (text: string) => `"${text.replace(/[\u0000-\u001f]/g, ' ').replaceAll('"', '""')}"`
const compact = (day: string) => day.replaceAll('-', '')

export interface BatchHead {
  consultantNo: number
  clientNo: number
  accountLength: number
  /** Month and day the financial year begins with. */
  yearStart: string
  chart: string | null
  currency: string
  /** First and last day, `2026-03-01`. */
  from: string
  to: string
  /** When the file was made, ISO in UTC. */
  madeAt: string
}

/** The first line: 31 fields. The batch is not fixed on import; the accountant does that. */
export function headLine(head: BatchHead): string {
  const year = Number(head.from.slice(0, 4)) - (head.from.slice(5) < head.yearStart ? 1 : 0)
  const fields = [
    quoted('EXTF'),
    700,
    21,
    quoted('Buchungsstapel'),
    13,
    head.madeAt.replace(/\D/g, '').slice(0, 17).padEnd(17, '0'),
    '',
    quoted('PY'),
    quoted(''),
    quoted(''),
    head.consultantNo,
    head.clientNo,
    `${year}${head.yearStart.replace('-', '')}`,
    head.accountLength,
    compact(head.from),
    compact(head.to),
    quoted(`Buchungen ${head.from.slice(0, 7)}`),
    quoted(''),
    1,
    0,
    0,
    quoted(head.currency),
    '',
    quoted(''),
    '',
    '',
    quoted(head.chart ?? ''),
    '',
    '',
    quoted(''),
    quoted(''),
  ]
  return `${fields.join(';')}\r\n`
}

export const columnLine = (): string => `${COLUMNS.join(';')}\r\n`

/** The largest amount of a line, in hundredths: ten digits before the comma. */
const MOST_HUNDREDTHS = 999_999_999_999n
/** The most minor units of a currency that one line holds. */
export function mostOfLine(currency: string): bigint {
  const decimals = minorUnits(currency)
  return decimals >= 2
    ? MOST_HUNDREDTHS * 10n ** BigInt(decimals - 2)
    : MOST_HUNDREDTHS / 10n ** BigInt(2 - decimals)
}

/** `1234,56`: always two decimals. Throws where the amount has more. */
export function amountText(minor: bigint, currency: string): string {
  const decimals = minorUnits(currency)
  const scale = 10n ** BigInt(Math.abs(decimals - 2))
  if (decimals > 2 && minor % scale !== 0n) throw new RangeError(`${currency} ${minor}: too fine`)
  const hundredths = decimals > 2 ? minor / scale : minor * scale
  const digits = hundredths.toString().padStart(3, '0')
  return `${digits.slice(0, -2)},${digits.slice(-2)}`
}

export interface BatchRow {
  minor: bigint
  currency: string
  /** `S`: the account is debited and the other credited; `H` the other way. */
  mark: 'S' | 'H'
  account: string
  contra: string
  /** `2026-03-01` */
  day: string
  voucher: string
  voucher2: string
  text: string
  /** Of another currency than the books': what it is in theirs, where that is known. */
  base?: { minor: bigint; currency: string; rate: string | null }
  /** The revenue account must not compute tax again. */
  cancelAutomatic?: boolean
}

/** Letters, digits and $ & % * + - / are what a number of a voucher may have. */
const voucherText = (text: string, most: number) =>
  text.replace(/[^A-Za-z0-9$&%*+\-/]/g, '-').slice(0, most)

export function rowLine(row: BatchRow): string {
  const fields: string[] = Array.from({ length: COLUMNS.length }, () => '')
  const put = (column: number, value: string) => (fields[column - 1] = value)
  put(1, amountText(row.minor, row.currency))
  put(2, row.mark)
  put(3, row.currency)
  if (row.base) {
    put(4, row.base.rate ?? '')
    put(5, amountText(row.base.minor, row.base.currency))
    put(6, row.base.currency)
  }
  put(7, row.account)
  put(8, row.contra)
  if (row.cancelAutomatic) put(9, '0040')
  put(10, `${row.day.slice(8, 10)}${row.day.slice(5, 7)}`)
  put(11, voucherText(row.voucher, 36))
  put(12, voucherText(row.voucher2, 12))
  put(14, row.text.slice(0, 60))
  put(114, '0')
  const line = fields.map((value, at) => (TEXT_COLUMNS.has(at + 1) ? quoted(value) : value))
  return `${line.join(';')}\r\n`
}

/**
 * So many of the foreign currency for one of the books', `7,812345`; null where the field cannot
 * hold it: below 1, or from 10,000.
 */
export function rateText(foreign: bigint, units: number, base: bigint, baseUnits: number) {
  const scaled = (foreign * 10n ** BigInt(baseUnits + 6)) / (base * 10n ** BigInt(units))
  if (scaled < 1_000_000n || scaled >= 10_000_000_000n) return null
  const digits = scaled.toString()
  return `${digits.slice(0, -6)},${digits.slice(-6)}`
}
