/** States and provinces that are written by their code on mail, by English name. */
const US =
  'Alabama AL|Alaska AK|Arizona AZ|Arkansas AR|California CA|Colorado CO|Connecticut CT|Delaware DE|District of Columbia DC|Florida FL|Georgia GA|Hawaii HI|Idaho ID|Illinois IL|Indiana IN|Iowa IA|Kansas KS|Kentucky KY|Louisiana LA|Maine ME|Maryland MD|Massachusetts MA|Michigan MI|Minnesota MN|Mississippi MS|Missouri MO|Montana MT|Nebraska NE|Nevada NV|New Hampshire NH|New Jersey NJ|New Mexico NM|New York NY|North Carolina NC|North Dakota ND|Ohio OH|Oklahoma OK|Oregon OR|Pennsylvania PA|Puerto Rico PR|Rhode Island RI|South Carolina SC|South Dakota SD|Tennessee TN|Texas TX|Utah UT|Vermont VT|Virginia VA|Washington WA|West Virginia WV|Wisconsin WI|Wyoming WY'
const CA =
  'Alberta AB|British Columbia BC|Manitoba MB|New Brunswick NB|Newfoundland and Labrador NL|Nova Scotia NS|Northwest Territories NT|Nunavut NU|Ontario ON|Prince Edward Island PE|Quebec QC|Saskatchewan SK|Yukon YT'
const AU =
  'Australian Capital Territory ACT|New South Wales NSW|Northern Territory NT|Queensland QLD|South Australia SA|Tasmania TAS|Victoria VIC|Western Australia WA'

const codes: Readonly<Record<string, ReadonlyMap<string, string>>> = Object.fromEntries(
  Object.entries({ US, CA, AU }).map(([country, list]) => [
    country,
    new Map(
      list.split('|').map((entry) => {
        const at = entry.lastIndexOf(' ')
        return [entry.slice(0, at).toLowerCase(), entry.slice(at + 1)] as const
      }),
    ),
  ]),
)

/** `Virginia` in the US is `VA`; what is no name of a state stays as it was typed. */
export function stateCode(country: string, state: string): string {
  const name = state.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return codes[country]?.get(name) ?? state
}
