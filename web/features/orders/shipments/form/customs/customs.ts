import { crossesCustoms } from '#contracts/orders/customs/territories.ts'

/** The customs union our depots ship in: beyond it goods are declared. */
const EU = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' '),
)

/** Depots are in the Union: any place of it stands for theirs. */
export const needsCustoms = (country: string, postalCode: string): boolean =>
  country !== '' &&
  crossesCustoms({ country: 'DE', postalCode: null }, { country, postalCode }, (code) =>
    EU.has(code),
  )
