// Apart from the schemes, so that a page which only recognises numbers does not load them.
/** Blanks of every kind out, full-width characters made plain, upper case. */
export function normaliseNumber(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\u200b\u2060\ufeff]/g, '')
    .toUpperCase()
}
