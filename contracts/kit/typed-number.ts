/**
 * The one normal form of a number people type or paste: an order, a payment, an account, an
 * article. Full-width signs become plain ones (NFKC), signs that do not show (format
 * characters, soft hyphens) go, blanks at the ends go and those inside become one. Two numbers that
 * look the same are the same.
 */
export const typedNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
