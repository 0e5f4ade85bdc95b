/** The currency of an amount, in brackets at the end of its heading. */
export const HEADING_CURRENCY =
  /[(（[]\s*(eur|usd|gbp|cny|rmb|pln|chf|hkd|jpy|cad|aud|€|£|美元|美金|欧元|英镑|人民币|元)\s*[)）\]]$/i

/** A heading without case, blanks and signs; the unit in it is read apart. */
export function plainHeading(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/(?<![*\s])[*\s]+$/g, '')
    .replace(HEADING_CURRENCY, '')
    .replaceAll(
      /[(（[【/_ ]{0,9}(?:kgs?|cm|grams?|mm|克|千克|公斤|厘米|毫米|必填|选填|required|optional)[)）\]】]{0,9}$/g,
      '',
    )
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
