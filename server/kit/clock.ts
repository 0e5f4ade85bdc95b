let source: () => number = Date.now

/** Milliseconds since 1970, by the product's clock. */
export const now = (): number => source()

/** The same as UTC, ISO 8601. */
export const nowIso = (): string => new Date(source()).toISOString()

/** Tests let time pass with it; without an argument it is the real clock again. */
export function setClock(read: () => number = Date.now): void {
  source = read
}
