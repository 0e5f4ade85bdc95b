interface Window {
  /** Sent for by first-paint.ts in the language it chose. */
  firstTexts?: Promise<Record<string, string>>
}
