import fc from 'fast-check'
import { placesOf } from './places.ts'
import type { Found } from './reader/reading.ts'

/** An address put together from parts, with what has to come out of it. */
export interface Made {
  text: string
  expected: Found
}

interface Country {
  names: readonly string[]
  companies: readonly string[]
  streets: readonly string[]
  numbers: readonly string[]
  units: readonly string[]
  phones: readonly string[]
  codes: readonly string[]
  /** The street's line, and the town's. */
  street: (street: string, number: string) => string
  town: (code: string, city: string) => string
  country: readonly string[]
  /** Words set before the whole, that are no part of it. */
  leads: readonly string[]
}

const behind = (street: string, number: string) => `${street} ${number}`
const codeFirst = (code: string, city: string) => `${code} ${city}`

const COUNTRIES: Readonly<Record<string, Country>> = {
  DE: {
    names: [
      'Jonas Keller',
      'Frau Petra Winkler',
      'Dr. Heike Lorenz',
      'Mehmet Kaya',
      'Anna-Lena Roth',
    ],
    companies: [
      'Weber Metallbau GmbH',
      'Autohaus Lenz e.K.',
      'Kita Sonnenschein',
      'Stadtwerke Nord AG',
    ],
    streets: [
      'Hauptstraße',
      'Lindenweg',
      'Am Mühlbach',
      'Berliner Allee',
      'Kirchstr.',
      'Goetheplatz',
    ],
    numbers: ['5', '12a', '18-20', '7b', '104'],
    units: ['2. OG links', 'Hinterhaus', 'Wohnung 14', 'c/o Schuster'],
    phones: ['030 1234567', '+49 171 2345678', '0221/998877', '0049 89 445566'],
    codes: [
      '10115',
      '20095',
      '80331',
      '50667',
      '60311',
      '01067',
      '99084',
      '24103',
      '39104',
      '28195',
    ],
    street: behind,
    town: codeFirst,
    country: ['Deutschland', 'Germany'],
    leads: ['Lieferadresse:', 'Bitte senden an:', 'Hallo, meine Adresse ist'],
  },
  FR: {
    names: [
      'Camille Durand',
      'M. Julien Moreau',
      'Mme Sophie Lambert',
      'Amadou Diop',
      'Jean-Luc Petit',
    ],
    companies: [
      'Menuiserie Garnier SARL',
      'Boulangerie du Port',
      'Lycée Jules Ferry',
      'Clinique des Lilas',
    ],
    streets: [
      'rue de la Paix',
      'avenue Victor Hugo',
      'chemin des Vignes',
      'place du Marché',
      'bd Carnot',
    ],
    numbers: ['8', '14 bis', '3', '127', '21'],
    units: ['Bât C', 'appt 12', '3e étage', 'chez Martin'],
    phones: ['06 12 34 56 78', '+33 6 98 76 54 32', '01.42.68.53.00', '0478556677'],
    codes: [
      '75011',
      '69003',
      '13001',
      '31000',
      '44000',
      '67000',
      '33000',
      '59000',
      '35000',
      '06000',
    ],
    street: (street, number) => `${number} ${street}`,
    town: codeFirst,
    country: ['France', 'FRANCE'],
    leads: ['Adresse de livraison :', 'Merci de livrer à :', 'Bonjour, mon adresse :'],
  },
  NL: {
    names: [
      'Femke de Boer',
      'Dhr. P. van Dijk',
      'Mevr. Sanne Visser',
      'Ahmed Bouali',
      'Kees Hoekstra',
    ],
    companies: [
      'Bakkerij Jansen',
      'Van Dam Techniek B.V.',
      'Basisschool De Regenboog',
      'Stichting Zorgplein',
    ],
    streets: [
      'Hoofdstraat',
      'Prinsengracht',
      'Molenweg',
      'Burgemeester de Vrieslaan',
      'Stationsplein',
    ],
    numbers: ['5', '12a', '219-III', '34 bis', '75'],
    units: ['unit 3', '2e verdieping', 'p/a Familie Smit'],
    phones: ['06 12345678', '+31 6 24187703', '020-5551234', '0031 10 5551234'],
    codes: ['1012 AB', '3011 AD', '3511LN', '5611 EM', '9711 KT', '6811 CA', '2312 GE', '8011CT'],
    street: behind,
    town: codeFirst,
    country: ['Nederland', 'The Netherlands', 'Netherlands'],
    leads: ['Bezorgadres:', 'Graag leveren bij:', 'Hoi, mijn adres is'],
  },
  US: {
    names: [
      'Emily Carter',
      'Mr. Robert Hayes',
      'Maria Gonzalez',
      'Kevin O’Brien',
      'Susan T. Miller',
    ],
    companies: [
      'Acme Widgets Inc.',
      'Blue Ridge Dental LLC',
      'Lincoln High School',
      'Northside Auto Body LLC',
    ],
    streets: ['Main St', 'Oak Ridge Drive', 'W 18th Street', 'Maple Avenue', 'Sunset Blvd'],
    numbers: ['12', '4120', '77', '1600', '305'],
    units: ['Apt 4B', 'Suite 210', 'Unit 7', 'c/o Baker'],
    phones: ['(312) 555-0199', '+1 415 555 0134', '212-555-0147'],
    codes: [
      '10001',
      '60608',
      '94103',
      '02116',
      '98101',
      '78701',
      '33130',
      '80202',
      '30303',
      '97205',
    ],
    street: (street, number) => `${number} ${street}`,
    town: codeFirst,
    country: ['USA', 'United States'],
    leads: ['Ship to:', 'Please send to:', 'Hi, my address is'],
  },
}

/** Two letters of the states the codes above lie in. */
const STATES: Readonly<Record<string, string>> = {
  10001: 'NY',
  60608: 'IL',
  94103: 'CA',
  '02116': 'MA',
  98101: 'WA',
  78701: 'TX',
  33130: 'FL',
  80202: 'CO',
  30303: 'GA',
  97205: 'OR',
}
const SPOKEN = /^(?:Frau|Herrn?|M\.|Mme|Dhr\.|Mevr\.|Mr\.) /

/** Names, streets and towns of one country in many layouts: order, separators, labels, case. */
export const madeAddress = (): fc.Arbitrary<Made> =>
  fc.constantFrom(...Object.keys(COUNTRIES)).chain((code) => {
    const of = COUNTRIES[code] as Country
    const some = (all: readonly string[]) => fc.constantFrom(...all)
    const maybe = (all: readonly string[]) => fc.option(some(all), { nil: undefined, freq: 2 })
    return fc
      .record({
        name: some(of.names),
        company: maybe(of.companies),
        street: some(of.streets),
        number: some(of.numbers),
        unit: maybe(of.units),
        postalCode: some(of.codes),
        phone: maybe(of.phones),
        mail: maybe(['info@post.example', 'a.b-c@web.example']),
        country: maybe(of.country),
        lead: maybe(of.leads),
        between: fc.constantFrom('\n', ', ', ' | ', '; ', ' - ', ' / ', '\t'),
        small: fc.constantFrom(false, false, false, true),
        order: fc.constantFrom('usual', 'companyFirst', 'phoneFirst'),
      })
      .map((parts) => composed(code, of, parts))
  })

type Parts = { small: boolean } & Record<
  'name' | 'street' | 'number' | 'postalCode' | 'between' | 'order',
  string
> &
  Record<'company' | 'unit' | 'phone' | 'mail' | 'country' | 'lead', string | undefined>

function composed(country: string, of: Country, parts: Parts): Made {
  const { name, company, street, number, unit, postalCode, phone, mail, between, order } = parts
  const city = placesOf(country, postalCode)?.cities[0] ?? ''
  const state = STATES[postalCode]
  const town = state ? `${city}, ${state} ${postalCode}` : of.town(postalCode, city)
  const who = order === 'companyFirst' ? [company, name] : [name, company]
  const home = [of.street(street, number), unit]
  const lines = [
    ...(order === 'phoneFirst' ? [phone] : []),
    ...who,
    ...home,
    town,
    parts.country,
    ...(order === 'phoneFirst' ? [] : [phone]),
    mail,
  ].filter((line): line is string => line !== undefined)
  const lead = parts.lead === undefined ? '' : `${parts.lead}${between === '\n' ? '\n' : ' '}`
  const expected: Found = {
    name: name.replace(SPOKEN, ''),
    street,
    house: number,
    postalCode,
    city,
    country,
  }
  if (company !== undefined) expected.company = company
  if (unit !== undefined) expected.address2 = unit
  if (state !== undefined) expected.state = state
  if (phone !== undefined) expected.phone = phone
  if (mail !== undefined) expected.email = mail
  const text = lead + lines.join(between)
  if (!parts.small) return { text, expected }
  const small = (value: string) => value.toLowerCase()
  const fields = Object.entries(expected).map(([part, value]) => [
    part,
    part === 'country' ? value : small(value),
  ])
  return { text: small(text), expected: Object.fromEntries(fields) as Found }
}
