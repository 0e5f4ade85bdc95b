/**
 * A condition on a row: open where `field` has one of these values, otherwise refused with the code
 * `otherwise`.
 */
interface When<Name extends string> {
  field: Name
  oneOf: readonly (string | number | boolean | null)[]
  otherwise: string
}
export interface Conditions<Name extends string = string> {
  edit?: When<Name>
  delete?: When<Name>
}

/** The code of the reason why an action is closed for a row; null where it is open. */
export function whyClosed(
  of: { when?: Conditions },
  action: keyof Conditions,
  row: Readonly<Record<string, unknown>>,
): string | null {
  const rule = of.when?.[action]
  return !rule || rule.oneOf.some((value) => value === row[rule.field]) ? null : rule.otherwise
}
