import sanitizeHtml from 'sanitize-html'

const LONGEST = 1_500

/**
 * An announcement in plain words, for a mail or a text message: its abstract, else what its markup
 * shows.
 */
export function noticeTexts({
  msgAbstract,
  msgContent,
}: {
  msgAbstract: string | null
  msgContent: string | null
}): string {
  if (msgAbstract?.trim()) return msgAbstract.trim()
  const lines = (msgContent ?? '').replace(/<(br|\/p|\/div|\/li|\/tr|\/h\d)\s*\/?>/gi, '\n')
  const text = sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} })
  const plain = text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)} …` : plain
}
