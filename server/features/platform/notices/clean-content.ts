import type sanitizeHtml from 'sanitize-html'
import { CONTENT_TAGS, PAGE_LINK } from '#contracts/platform/messaging/notices.content.ts'

const options: sanitizeHtml.IOptions = {
  allowedTags: CONTENT_TAGS,
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    ol: ['start'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // What stands in these is no text of the writer's and goes with them.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'select',
    'noscript',
    'template',
    'svg',
    'math',
    'xmp',
    'iframe',
    'object',
    'embed',
    'noembed',
    'noframes',
    'plaintext',
    'title',
    'head',
  ],
  nestingLimit: 50,
  transformTags: {
    a: (tagName, { href = '' }) => ({ tagName, attribs: linkOf(href) }),
    ...Object.fromEntries(
      ['th', 'td'].map((cell) => [
        cell,
        (tagName: string, { colspan = '', rowspan = '' }) => ({
          tagName,
          attribs: { ...span('colspan', colspan), ...span('rowspan', rowspan) },
        }),
      ]),
    ),
    ol: (tagName, { start = '' }) => ({ tagName, attribs: span('start', start) }),
  },
}

/** Only pages of ours and of the web; who leaves us is not followed back. */
function linkOf(href: string): Record<string, string> {
  if (!PAGE_LINK.test(href)) return {}
  return href.startsWith('/')
    ? { href }
    : { href, target: '_blank', rel: 'noopener noreferrer nofollow' }
}

function span(name: string, value: string): Record<string, string> {
  return /^\d{1,3}$/.test(value) ? { [name]: value } : {}
}

let loaded: Promise<typeof sanitizeHtml> | null = null

/**
 * An announcement's markup without anything that could act (security.md §6.11): an allow-list of
 * tags, links to http, https and our own pages.
 */
export async function cleanContent(html: string): Promise<string> {
  // A start does not wait for the parser: few processes ever write an announcement.
  loaded ??= import('sanitize-html').then((module) => module.default)
  return (await loaded)(html, options).trim()
}
