/** The customs union goods move in without a declaration. */
const EU = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' '),
)

/** Whether goods are declared on the way; a sender nobody named ships from a depot in the EU. */
export function needsCustoms(from: string, to: string): boolean {
  if (to === '' || from === to) return false
  return !EU.has(to) || (from !== '' && !EU.has(from))
}
