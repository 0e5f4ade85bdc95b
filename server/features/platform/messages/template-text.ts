import Mustache from 'mustache'

/** Value by name; lists make sections repeat. */
export type TemplateData = Readonly<Record<string, unknown>>
export type Escape = (value: string) => string

type Token = [kind: string, value: string, start: number, end: number, inner?: Token[]]

/**
 * Why words cannot be a template: brackets that do not close, or more than values and sections (no
 * partials, no other brackets, nothing unescaped).
 */
export function templateIssue(
  text: string,
): 'message.template.syntax' | 'message.template.plain' | null {
  try {
    return plain(tokensOf(text)) ? null : 'message.template.plain'
  } catch {
    return 'message.template.syntax'
  }
}

/** Names the words ask for, in the order they stand. */
export function paramsOf(text: string): string[] {
  const found = new Set<string>()
  const walk = (tokens: readonly Token[], inside: boolean) => {
    for (const [kind, value, , , inner] of tokens) {
      if (kind === 'text' || kind === '!') continue
      if (!inside && value !== '.') found.add(value)
      if (inner) walk(inner, inside || kind === '#')
    }
  }
  walk(tokensOf(text), false)
  return [...found]
}

/**
 * What a message is made of at most: sections inside sections multiply, and more is not read.
 */
const MAX_PIECES = 20_000
const MAX_CHARACTERS = 200_000

/**
 * The words with their values in place. A value is only ever text: nothing in it is looked at
 * again, and only own names of the data are known. What goes beyond MAX_PIECES or MAX_CHARACTERS is
 * left out.
 */
export function render(text: string, data: TemplateData, escape: Escape): string {
  const written = { pieces: 0, text: '' }
  write(written, tokensOf(text), [data], escape)
  return written.text
}

export const asIs: Escape = (value) => value
/** Inside the quotes of a JSON text. */
export const inJson: Escape = (value) => JSON.stringify(value).slice(1, -1)
const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const asHtml: Escape = (value) => value.replace(/[&<>"']/g, (sign) => SIGNS[sign]!)

const tokensOf = (text: string): Token[] => Mustache.parse(text) as Token[]

function plain(tokens: readonly Token[]): boolean {
  return tokens.every(
    ([kind, value, , , inner]) =>
      ['text', 'name', '#', '^', '!'].includes(kind) &&
      (kind === 'text' || kind === '!' || /^(\.|[A-Za-z_]\w{0,63})$/.test(value)) &&
      (!inner || plain(inner)),
  )
}

function write(
  written: { pieces: number; text: string },
  tokens: readonly Token[],
  scopes: readonly unknown[],
  escape: Escape,
): void {
  for (const [kind, value, , , inner = []] of tokens) {
    if (++written.pieces > MAX_PIECES || written.text.length > MAX_CHARACTERS) return
    const found = kind === 'text' || kind === '!' ? undefined : lookUp(value, scopes)
    if (kind === 'text') written.text += value
    else if (kind === 'name') written.text += escape(asText(found))
    else if (kind === '#')
      for (const scope of sections(found)) {
        if (written.pieces > MAX_PIECES) return
        write(written, inner, [scope, ...scopes], escape)
      }
    else if (kind === '^' && sections(found).length === 0) write(written, inner, scopes, escape)
  }
}

function lookUp(name: string, scopes: readonly unknown[]): unknown {
  if (name === '.') return scopes[0]
  for (const scope of scopes)
    if (typeof scope === 'object' && scope !== null && Object.hasOwn(scope, name))
      return (scope as Record<string, unknown>)[name]
  return undefined
}

function sections(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice(0, 1_000)
  return value === undefined || value === null || value === false || value === '' || value === 0
    ? []
    : [value]
}

const asText = (value: unknown): string =>
  ['string', 'number', 'boolean', 'bigint'].includes(typeof value) ? String(value) : ''
