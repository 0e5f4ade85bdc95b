/** A heading without case, blanks and signs; the unit in it is read apart. */
export function plainHeading(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[*\s]+$/g, '')
    .replaceAll(
      /[(（[【/_ ]*(?:kgs?|cm|grams?|mm|克|千克|公斤|厘米|毫米|必填|选填|required|optional)[)）\]】]*$/g,
      '',
    )
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
