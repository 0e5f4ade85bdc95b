/** The customs union our depots ship in: beyond it goods are declared. */
const EU = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' '),
)

export const needsCustoms = (to: string): boolean => to !== '' && !EU.has(to)
