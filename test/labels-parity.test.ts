import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entities } from '#contracts/catalogue.ts'
import { LANGS, type Lang } from '#contracts/kit/envelope.ts'
import { unitOf } from '#contracts/kit/field.ts'
import { localeFiles, localeTexts } from './locale-files.ts'

const root = join(import.meta.dirname, '..')
type Texts = Readonly<Record<string, string>>
const spaces = [...localeFiles('en_US').keys()]
const texts = (lang: Lang, space: string): Texts => localeTexts(lang, space)
const english: ReadonlyMap<string, Texts> = new Map(
  spaces.map((space) => [space, texts('en_US', space)]),
)
const errors = new Set(
  [...english.values()]
    .flatMap((one) => Object.keys(one))
    .filter((key) => key.startsWith('error.'))
    .map((key) => key.slice(6)),
)

/** Product files of a folder, without tests. */
function sources(topFolder: string): { path: string; code: string }[] {
  return readdirSync(join(root, topFolder), { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !/\.(test|fixture)\.tsx?$|(^|[\\/])dist[\\/]|schema\.ts$/.test(file),
    )
    .map((file) => ({
      path: `${topFolder}/${file.replaceAll('\\', '/')}`,
      code: readFileSync(join(root, topFolder, file), 'utf8').replace(
        /\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm,
        '$1',
      ),
    }))
}

describe.each(spaces)('the words of %s', (space) => {
  test('are the same in both languages, with the same placeholders, and none is empty', () => {
    const [zh, en] = [texts('zh_CN', space), texts('en_US', space)]
    // Chinese has no plural forms.
    const counted = (key: string) => key.replace(/_(one|other)$/, '')
    expect([...new Set(Object.keys(zh).map(counted))].sort()).toEqual(
      [...new Set(Object.keys(en).map(counted))].sort(),
    )
    const places = (text: string | undefined) =>
      [...new Set([...(text ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name))].sort()
    for (const [key, text] of Object.entries(en)) {
      const other = zh[key] ?? zh[counted(key)] ?? zh[`${counted(key)}_other`]
      // A singular may leave its number out.
      if (!key.endsWith('_one')) expect(places(other), key).toEqual(places(text))
      expect(text.trim(), key).not.toBe('')
      expect(other?.trim(), key).toBeTruthy()
    }
  })

  test('are English in the English file', () => {
    // The wire knows an ended session by these very words, in every language.
    const odd = Object.entries(texts('en_US', space)).filter(
      ([key, text]) =>
        key !== 'error.session.expired' &&
        /[\u3400-\u9fff]/.test(text.replaceAll(/简体中文|中文/g, '')),
    )
    expect(odd).toEqual([])
  })
})

test('both languages have the same files', () => {
  expect(spaces.length).toBeGreaterThan(20)
  const inAreas = (lang: Lang) =>
    [...localeFiles(lang).values()].map((file) => relative(join(root, 'locales', lang), file))
  expect(inAreas('zh_CN')).toEqual(inAreas('en_US'))
  expect(new Set(spaces).size).toBe(inAreas('en_US').length)
})

test.each(LANGS)('%s: every field of every entity has its label', (lang) => {
  const common = texts(lang, 'common')
  const missing = entities.flatMap((of) => {
    const own = texts(lang, of.name)
    return Object.keys(of.fields)
      .filter((name) => !own[name]?.trim() && !common[name]?.trim())
      .map((name) => `${of.name}.${name}`)
  })
  expect(missing).toEqual([])
})

test.each(LANGS)('%s: labels leave the unit to the field, which writes it itself', (lang) => {
  const doubled = entities.flatMap((of) => {
    const own = texts(lang, of.name)
    return Object.entries(of.fields)
      .filter(([name, spec]) => {
        const unit = unitOf(spec)
        return unit !== undefined && own[name]?.toLowerCase().includes(unit)
      })
      .map(([name]) => `${of.name}.${name}`)
  })
  expect(doubled).toEqual([])
})

/**
 * The text of a call's first argument, strings in it apart: nested brackets are followed, templates
 * left as written.
 */
function firstArgument(code: string, from: number): string {
  let depth = 0
  for (let at = from; at < code.length; at++) {
    const sign = code[at]!
    if (sign === "'" || sign === '"' || sign === '`') {
      const end = code.indexOf(sign, at + 1)
      if (end < 0) return code.slice(from, at)
      at = end
    } else if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign) && --depth < 0) return code.slice(from, at)
    else if (sign === ',' && depth === 0) return code.slice(from, at)
  }
  return code.slice(from)
}
const CODE = /^[a-z][a-zA-Z]*(\.[a-zA-Z0-9]+)+$/
/**
 * Values a person could be shown, of `choose ? 'a' : 'b'` both; what is compared with is not one of
 * them.
 */
const literals = (part: string) =>
  [...part.matchAll(/'([^'\n]*)'/g)]
    .filter(
      ({ 0: text, index }) =>
        !/([!=]==? ?|case |includes\()$/.test(part.slice(0, index)) &&
        !/^ ?[!=]==?/.test(part.slice(index + text.length)),
    )
    .map(([, text]) => text!)

/**
 * The codes the server and the contracts refuse with: in a refusal, as an issue, as a schema's
 * error, or as the answer to "why not".
 */
export function refusalCodes(source: string): string[] {
  const found: string[] = []
  // Messages to people and kinds of work have codes of the same shape.
  const code = source.replaceAll(/\b(template: |defineTemplate\(\{\s+code: |name: )'[^']+'/g, '')
  for (const match of code.matchAll(
    /\b(?:fail|failConflict|failMissing|failTooMany|failUnavailable|failUnauthorised|new Refusal|new SheetError)\(/g,
  ))
    found.push(...literals(firstArgument(code, match.index + match[0].length)))
  for (const match of code.matchAll(/\b(?:code|error|words): /g))
    found.push(...literals(firstArgument(code, match.index + match[0].length)))
  for (const match of code.matchAll(/(?:return|\?\?|[?:]|=>) '([^'\n]*)'/g)) found.push(match[1]!)
  return [...new Set(found)].filter((text) => CODE.test(text))
}

describe('refusals', () => {
  test('are a type: every file with their texts is in server/kit/runtime/error-codes.ts', () => {
    const source = readFileSync(join(root, 'server/kit/runtime/error-codes.ts'), 'utf8')
    const named = [...source.matchAll(/en_US\/\w+\/([\w-]+)\.json'/g)].map(([, name]) => name)
    const having = spaces.filter((space) =>
      Object.keys(english.get(space)!).some((key) => key.startsWith('error.')),
    )
    expect(named.toSorted()).toEqual(having.toSorted())
  })

  /**
   * Names of the same shape that are no refusals: events, jobs, explanations of a price, other
   * labels, a file, a field of a reference, a column.
   */
  const others =
    /^(freight|weight|when|explain|ok|value|subscription|node|content|u|policies)\.|^(feeId\.currency|customerId\.code|serviceId\.code)$/
  const used = new Map<string, string>()
  for (const { path, code } of [...sources('server'), ...sources('contracts')])
    for (const found of refusalCodes(code)) if (!others.test(found)) used.set(found, path)

  test('are found at all', () => {
    expect(
      refusalCodes(
        "fail(ok ? 'a.yes' : 'a.no', { x }); return { code: 'b.c', data }; z.string({ error: 'd.e' }); throw new Refusal('f.g'); if (x === 'h.i') return 'j.k'",
      ),
    ).toEqual(['a.yes', 'a.no', 'f.g', 'b.c', 'd.e', 'j.k'])
    expect(used.size).toBeGreaterThan(100)
    expect([...used.keys()]).toEqual(
      expect.arrayContaining([
        'field.required',
        'row.stale',
        'sheet.bomb',
        'session.wrongPassword',
      ]),
    )
  })

  test('have words in the catalogue', () => {
    expect(
      [...used].filter(([code]) => !errors.has(code)).map(([code, path]) => `${code} (${path})`),
    ).toEqual([])
  })
})

/**
 * Keys a file asks its translation for, with the namespaces it has; a template is known by its
 * beginning.
 */
export function keysUsed(code: string): { keys: string[]; starts: string[] } {
  const keys: string[] = []
  const starts: string[] = []
  for (const match of code.matchAll(/(?<![\w.$])(?:t|t\.has|tOrNull)\(/g)) {
    const part = firstArgument(code, match.index + match[0].length)
    keys.push(...literals(part.replaceAll(/`[^`]*`/g, '')))
    starts.push(...[...part.matchAll(/`([^`$]+)\$\{/g)].map(([, start]) => start!))
  }
  return { keys, starts }
}

describe('screens', () => {
  test('are read as they are written', () => {
    expect(
      keysUsed(
        "t('a'); t(x ? 'b' : 'c.d', { n }); t(`e.${f}`); t.has('g'); start('no'); x.t('no')",
      ),
    ).toEqual({ keys: ['a', 'b', 'c.d', 'g'], starts: ['e.'] })
  })

  const files = sources('web').map((file) => ({
    ...file,
    own: [...file.code.matchAll(/useT\('([\w-]+)'\)/g)].map(([, space]) => space!),
  }))
  const folder = (path: string) => path.split('/').slice(0, -1).join('/')
  /** The namespaces of each file of the folder that imports this one; all of the folder's if none. */
  function screensAround(path: string): string[][] {
    const name = path.split('/').at(-1)!
    const siblings = files.filter((file) => folder(file.path) === folder(path))
    const importing = siblings.filter(
      ({ code, own }) => own.length > 0 && code.includes(`from './${name}'`),
    )
    return importing.length > 0
      ? importing.map(({ own }) => own)
      : [siblings.flatMap((file) => file.own)]
  }

  test('ask only for words that exist', () => {
    const missing: string[] = []
    let requested = 0
    for (const { path, code, own } of files) {
      const { keys, starts } = keysUsed(code)
      // A part that is handed its words has those of every screen that imports it, each by itself.
      const around = own.length > 0 ? [own] : screensAround(path)
      const sets = around.map((namespaces) => {
        const known = path.startsWith('web/track/')
          ? ['track']
          : [
              'common',
              ...namespaces,
              // Parts of the entity kit speak with the entity's texts.
              ...(code.includes('useT(of.name)') || code.includes('blocked.${')
                ? entities.map((of) => of.name)
                : []),
            ]
        return new Set(known.flatMap((space) => Object.keys(english.get(space) ?? {})))
      })
      requested += keys.length + starts.length
      // What is asked for first (`t.has('x')`) may be missing.
      missing.push(
        ...keys
          .filter(
            (key) =>
              !code.includes(`.has('${key}')`) &&
              !sets.every(
                (there) => there.has(key) || there.has(`${key}_other`) || there.has(`${key}_one`),
              ),
          )
          .map((key) => `${key} (${path})`),
      )
      missing.push(
        ...starts
          .filter(
            (start) => !sets.every((there) => [...there].some((key) => key.startsWith(start))),
          )
          .map((start) => `${start}… (${path})`),
      )
    }
    expect(requested).toBeGreaterThan(400)
    expect(missing).toEqual([])
  })

  test('have the words textOf asks for', () => {
    const missing = files.flatMap(({ path, code }) =>
      [...code.matchAll(/textOf\('([\w-]+)', '([^']+)'/g)]
        .filter(([, space, key]) => !english.get(space!)?.[key!] && !english.get('common')?.[key!])
        .map(([, space, key]) => `${space}:${key} (${path})`),
    )
    expect(missing).toEqual([])
  })
})
