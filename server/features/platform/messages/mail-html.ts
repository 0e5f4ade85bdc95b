import sanitizeHtml from 'sanitize-html'
import type { Channel } from '#contracts/platform/messaging/messages.states.ts'
import { asHtml, asIs, inJson, render, type TemplateData } from './template-text.ts'
import type { TemplateTexts } from './built-in.ts'

/**
 * What a mail may be made of: words, lists, tables and links to open addresses; nothing that is
 * fetched or run.
 */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'b',
    'strong',
    'i',
    'em',
    'u',
    'a',
    'ul',
    'ol',
    'li',
    'h1',
    'h2',
    'h3',
    'h4',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'blockquote',
    'hr',
    'span',
    'div',
    'code',
    'pre',
  ],
  allowedAttributes: { a: ['href'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
}

/** Whether words are HTML; those without a tag are plain text with line breaks. */
export const isHtml = (text: string): boolean => /<\/?[a-z][^<>]*>/i.test(text)

export const cleanHtml = (html: string): string => sanitizeHtml(html, allowed)

export interface Filled {
  title: string
  content: string
  html: boolean
}

/**
 * Words filled in for a channel: mail written in HTML has its values escaped and is cleaned;
 * everything else is plain text.
 */
export function filledIn(words: TemplateTexts, channel: Channel, data: TemplateData): Filled {
  const title = render(words.subject, data, asIs)
    .replace(/[\r\n\0]+/g, ' ')
    .trim()
    .slice(0, 200)
  if (channel === 'email' && isHtml(words.content))
    return { title, content: cleanHtml(render(words.content, data, asHtml)), html: true }
  const escape = channel === 'webhook' ? inJson : asIs
  return { title, content: render(words.content, data, escape).trim(), html: false }
}

/**
 * A mail's two bodies. Plain words stay plain words, whatever a value looks like: only their line
 * breaks are made to be seen.
 */
export function bodiesOf({ content, html }: Pick<Filled, 'content' | 'html'>): {
  html: string
  text: string
} {
  if (!html)
    return {
      text: content,
      html: content
        .split(/\n{2,}/)
        .map((part) => `<p>${asHtml(part).replaceAll('\n', '<br>')}</p>`)
        .join('\n'),
    }
  const text = sanitizeHtml(content.replace(/<(br|\/p|\/div|\/li|\/tr|\/h\d)\s*\/?>/gi, '\n'), {
    allowedTags: [],
    allowedAttributes: {},
  })
  return {
    html: content,
    text: text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  }
}
