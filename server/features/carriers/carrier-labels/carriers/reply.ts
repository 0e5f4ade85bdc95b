/** Codes of some carriers come with signs of XML around them. */
export const plainCode = (code: string): string => code.replace(/&#x?[0-9a-f]{1,6};/gi, '').trim()
