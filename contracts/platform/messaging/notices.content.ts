/**
 * What the text of an announcement may be made of; free of zod: the browser that shows it checks
 * again by the same list.
 */
export const CONTENT_TAGS = [
  'p',
  'br',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'code',
  'pre',
  'blockquote',
  'ul',
  'ol',
  'li',
  'a',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
]
export const CONTENT_ATTRIBUTES = ['href', 'target', 'rel', 'start', 'colspan', 'rowspan']

/** What a link may lead to: a page of this back office, or an address on the web. */
export const PAGE_LINK = /^(\/(?![/\\])|https?:\/\/)[^\s\\]*$/i
