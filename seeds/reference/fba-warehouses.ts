export interface FbaWarehouse {
  code: string
  name: string
  country: string
  city: string
  postalCode: string
  street: string
  house: string | null
  timeZone: string
}
type Row = readonly [
  code: string,
  city: string,
  postalCode: string,
  street: string,
  number?: string,
]

/**
 * Fulfilment centres of Amazon as the trade knows them. Addresses move and gates differ: each has
 * to be checked against Seller Central before the first delivery (README).
 */
const ROWS: Readonly<Record<string, { zone: string; rows: readonly Row[] }>> = {
  DE: {
    zone: 'Europe/Berlin',
    rows: [
      ['BER3', 'Brieselang', '14656', 'Havellandstraße', '5'],
      ['BER8', 'Schönefeld', '12529', 'Alexander-Meißner-Straße', '2'],
      ['CGN1', 'Koblenz', '56068', 'Amazonstraße', '1'],
      ['DTM1', 'Werne', '59368', 'Wahrbrink', '23'],
      ['DTM2', 'Dortmund', '44145', 'Kaltbandstraße', '4'],
      ['DUS2', 'Rheinberg', '47495', 'Amazonstraße', '1'],
      ['DUS4', 'Mönchengladbach', '41238', 'Hamburgring', '10'],
      ['EDE4', 'Werne', '59368', 'Wahrbrink', '25'],
      ['FRA1', 'Bad Hersfeld', '36251', 'Am Schloss Eichhof', '1'],
      ['FRA3', 'Bad Hersfeld', '36251', 'Amazonstraße', '1'],
      ['FRA7', 'Frankenthal', '67227', 'Am Römig', '5'],
      ['HAJ1', 'Helmstedt', '38350', 'Zur alten Molkerei', '1'],
      ['HAM2', 'Winsen (Luhe)', '21423', 'Borgwardstraße', '10'],
      ['LEJ1', 'Leipzig', '04347', 'Amazonstraße', '1'],
      ['LEJ3', 'Sülzetal', '39171', 'Bielefelder Straße', '9'],
      ['MUC3', 'Graben', '86836', 'Amazonstraße', '1'],
      ['PAD1', 'Oelde', '59302', 'Zum Hammer', '1'],
      ['STR1', 'Pforzheim', '75177', 'Amazonstraße', '1'],
      ['XDU1', 'Dortmund', '44145', 'Feineisenstraße', '15'],
    ],
  },
  PL: {
    zone: 'Europe/Warsaw',
    rows: [
      ['KTW1', 'Sosnowiec', '41-209', 'Inwestycyjna', '19'],
      ['KTW3', 'Gliwice', '44-109', 'Wyścigowa', '31'],
      ['LCJ2', 'Pawlikowice', '95-200', 'Pawlikowice', '100'],
      ['LCJ3', 'Łódź', '92-601', 'Jędrzejowska', '47'],
      ['POZ1', 'Sady', '62-080', 'Poznańska', '1D'],
      ['SZZ1', 'Kołbaskowo', '72-001', 'Kołbaskowo', '156'],
      ['WRO1', 'Bielany Wrocławskie', '55-040', 'Logistyczna', '6'],
      ['WRO5', 'Okmiany', '59-225', 'Okmiany', '61'],
    ],
  },
  CZ: { zone: 'Europe/Prague', rows: [['PRG2', 'Dobrovíz', '252 61', 'K Amazonu', '235']] },
  FR: {
    zone: 'Europe/Paris',
    rows: [
      ['BVA1', 'Boves', '80440', 'Rue de la Croix de Pierre'],
      ['ETZ2', 'Augny', '57685', 'Rue du Rond Chêne'],
      ['LIL1', 'Lauwin-Planque', '59553', 'Rue Amazon', '1'],
      ['LYS1', 'Sevrey', '71100', 'Rue Amazon', '1'],
      ['MRS1', 'Montélimar', '26200', 'Rue Joseph Garde'],
      ['ORY1', 'Saran', '45770', 'Rue du Champ Rouge', '1401'],
      ['ORY4', 'Brétigny-sur-Orge', '91220', 'Avenue Vincent Auriol'],
    ],
  },
  GB: {
    zone: 'Europe/London',
    rows: [
      ['BHX4', 'Coventry', 'CV5 9PF', 'Lyons Park, Sayer Drive'],
      ['EMA2', 'Sutton-in-Ashfield', 'NG17 1DJ', 'Sherwood Way South'],
      ['LBA4', 'Doncaster', 'DN11 0BF', 'Iport Avenue', '1'],
      ['LTN4', 'Dunstable', 'LU5 4FE', 'Boscombe Road'],
      ['MAN1', 'Manchester', 'M90 5AA', 'Sunbank Lane'],
    ],
  },
  IT: {
    zone: 'Europe/Rome',
    rows: [
      ['BLQ1', 'San Bellino', '45020', 'Via Maestri del Lavoro'],
      ['FCO1', 'Fara in Sabina', '02032', 'Via della Meccanica'],
      ['MXP5', 'Castel San Giovanni', '29015', 'Via Dogana Po', '2U'],
      ['TRN1', 'Torrazza Piemonte', '10037', 'Strada Provinciale', '220'],
    ],
  },
  ES: {
    zone: 'Europe/Madrid',
    rows: [
      ['BCN1', 'El Prat de Llobregat', '08820', 'Avinguda de les Garrigues', '6'],
      ['MAD4', 'San Fernando de Henares', '28830', 'Avenida de la Astronomía', '24'],
      ['SVQ1', 'Dos Hermanas', '41703', 'Calle del Torno'],
    ],
  },
  NL: { zone: 'Europe/Amsterdam', rows: [['RTM1', 'Rozenburg', '3181 LA', 'Aakstraat', '1']] },
}

export const FBA_WAREHOUSES: readonly FbaWarehouse[] = Object.entries(ROWS).flatMap(
  ([country, { zone, rows }]) =>
    rows.map(([code, city, postalCode, street, number]) => ({
      code,
      name: `Amazon ${code} ${city}`,
      country,
      city,
      postalCode,
      street,
      house: number ?? null,
      timeZone: zone,
    })),
)
