import { entries } from './menu/menu.ts'
import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cruds, entities } from '#contracts/catalogue.ts'
import { LANGS } from '#contracts/kit/envelope.ts'
import { isCrud } from '#contracts/kit/crud.ts'
import { columnOf, type Entity } from '#contracts/kit/entity.ts'
import { localeTexts } from '#test/locale-files.ts'
import { dictionaries } from './dictionaries/dictionaries.ts'
import { HIDDEN } from './hidden-columns.fixture.ts'

/** Filled by the kit, never by a form. */
const SYSTEM = [
  'tenant_id',
  'id',
  'version',
  'create_by',
  'create_time',
  'update_by',
  'update_time',
]
/**
 * Entities the kit serves whole; the others are lists of features written by hand and show what
 * those choose.
 */
const isPlain = (entity: Entity) => isCrud(entity) && entity.verbs.includes('queryById')

interface Column {
  type: string
  notNull: boolean
  hasDefault: boolean
}
const sql = readMigrations()
const tables = readTables()
const fieldsOf = (entity: Entity) => Object.entries(entity.fields)
const every = entities.flatMap((entity) =>
  fieldsOf(entity).map(([name, field]) => ({
    at: `${entity.name}.${name}`,
    entity,
    name,
    field,
  })),
)
const columnsOf = (table: string): ReadonlyMap<string, Column> =>
  tables.get(table) ?? new Map<string, Column>()

function readMigrations(): string {
  const folder = new URL('../../migrations/', import.meta.url)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
    .replace(/--.*$/gm, '')
}

/** Columns of every `create table`, those added and renamed later, as the migrations write them. */
function readTables(): Map<string, Map<string, Column>> {
  const found = new Map<string, Map<string, Column>>()
  for (const [, table = '', body = ''] of sql.matchAll(/create table (\w+) \(\n([\s\S]*?)\n\);/g)) {
    const parts = partsOf(body)
    found.set(
      table,
      new Map(
        parts
          .filter(
            (part) => !/^(primary key|unique|foreign key|check|constraint|exclude)\b/.test(part),
          )
          .map(columnIn),
      ),
    )
  }
  for (const [, table = '', body = ''] of sql.matchAll(/alter table (\w+)\s+([^;]+);/g))
    for (const part of partsOf(body)) {
      const added = /^\s*add (?!primary|unique|foreign|check|constraint)(?:column )?([\s\S]+)/.exec(
        part,
      )
      if (added) found.get(table)?.set(...columnIn(added[1]!))
    }
  for (const [, table = '', from = '', to = ''] of sql.matchAll(
    /alter table (\w+) rename column (\w+) to (\w+);/g,
  )) {
    const columns = found.get(table)
    const column = columns?.get(from)
    if (columns?.delete(from) && column) columns.set(to, column)
  }
  return found
}

/** Columns and constraints: parted by the commas outside brackets. */
function partsOf(body: string): string[] {
  const parts = ['']
  let depth = 0
  for (const sign of body) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (sign === ',' && depth === 0) parts.push('')
    else parts.push(parts.pop() + sign)
  }
  return parts.map((part) => part.trim())
}

function columnIn(part: string): [string, Column] {
  const [name = '', type = ''] = part.split(/\s+/)
  return [
    name,
    {
      type: type.replace(/\(.*/, ''),
      notNull: /not null/.test(part),
      hasDefault: /\bdefault\b|generated/.test(part),
    },
  ]
}

const FITS: Record<string, readonly string[]> = {
  // An id without a picker is shown as text.
  text: ['text', 'bigint'],
  textarea: ['text'],
  int: ['int', 'smallint', 'bigint'],
  decimal: ['numeric'],
  weight: ['int', 'bigint'],
  length: ['int', 'bigint'],
  money: ['bigint'],
  bool: ['boolean'],
  dict: ['text', 'smallint'],
  ref: ['bigint'],
  date: ['date'],
  datetime: ['timestamptz'],
}

describe('plain entities and the tables', () => {
  it('reads the migrations at all', () => {
    expect(tables.size).toBeGreaterThan(40)
    expect([...columnsOf('customer').keys()]).toContain('sales_user_id')
    expect(columnsOf('service_rule').get('min_value')?.type).toBe('numeric')
  })

  // The columns of a view are those of the database (test/catalogue.test.ts).
  const ofTables = entities.filter(({ table }) => !sql.includes(`create view ${table} as`))
  it.each(ofTables.map((entity) => [entity.name, entity] as const))(
    '%s: every field has a column of its kind',
    (_, entity) => {
      for (const [name, field] of fieldsOf(entity)) {
        // Read from the row another field points at.
        if (field.from !== null) {
          expect(Object.keys(entity.fields), name).toContain(field.from.split('.')[0])
          continue
        }
        const column = columnsOf(entity.table).get(columnOf(name, field))
        expect(column, `${entity.name}.${name}`).toBeDefined()
        expect(FITS[field.type], `${entity.name}.${name}`).toContain(column?.type)
      }
    },
  )

  it.each(cruds.filter(isPlain).map((entity) => [entity.name, entity] as const))(
    '%s: every column is a field',
    (_, entity) => {
      const named = fieldsOf(entity).map(([name, field]) => columnOf(name, field))
      const missing = [...columnsOf(entity.table).keys()].filter(
        (column) =>
          !SYSTEM.includes(column) &&
          !named.includes(column) &&
          !HIDDEN[entity.table]?.includes(column),
      )
      expect(missing).toEqual([])
    },
  )

  it('asks for what a column demands, or has a value to put there', () => {
    const empty = every.filter(({ entity, name, field }) => {
      const column = columnsOf(entity.table).get(columnOf(name, field))
      // The next number comes from its trigger, the version of a price table from a hook.
      if (field.readOnly || !field.show.includes('form') || !isPlain(entity)) return false
      // Read from the address of the database, or refused.
      if (entity.name === 'data-sources' && ['host', 'dbName'].includes(name)) return false
      // The country's, or refused where it has several.
      if (entity.name === 'depots' && name === 'timeZone') return false
      return column?.notNull === true && !field.required && field.initial === null
    })
    expect(empty.map(({ at }) => at)).toEqual([])
  })

  it('calls unique what the database keeps unique within a tenant', () => {
    for (const { at, entity, name, field } of every) {
      if (!isPlain(entity)) continue
      const body =
        new RegExp(`create table ${entity.table} \\(\n([\\s\\S]*?)\n\\);`).exec(sql)?.[1] ?? ''
      const column = columnOf(name, field)
      // Or within a customer or a depot.
      if (field.unique)
        expect(body, at).toMatch(new RegExp(`unique \\(tenant_id, (\\w+_id, )?${column}\\)`))
      else expect(body, at).not.toContain(`unique (tenant_id, ${column})`)
    }
  })

  it('shows no secret', () => {
    expect(
      every
        .filter(({ name, field }) => /_enc$|hash|password|token/i.test(columnOf(name, field)))
        .map(({ at }) => at),
      // Stars where there is one; what a file's content is known by.
    ).toEqual(['data-sources.dbPassword', 'files.hash'])
  })
})

describe('plain entities and each other', () => {
  it('has one name, path and table each', () => {
    expect(new Set(entities.map(({ name }) => name)).size).toBe(entities.length)
    // Files of some records are listed for those who handle them.
    const whole = entities.filter(({ name }) => name !== 'attachments')
    expect(new Set(whole.map(({ table }) => table)).size).toBe(whole.length)
    expect(new Set(cruds.map(({ path }) => path)).size).toBe(cruds.length)
  })

  it('refers to entities that exist', () => {
    const names = new Set(entities.map(({ name }) => name))
    expect(
      every.filter(({ field }) => field.ref !== null && !names.has(field.ref)).map(({ at }) => at),
    ).toEqual([])
  })

  it('labels and sorts by its own fields', () => {
    for (const entity of entities) expect(Object.keys(entity.fields)).toContain(entity.label)
    for (const { sort, fields } of cruds)
      if (sort) expect(['createTime', ...Object.keys(fields)]).toContain(sort.column)
  })
})

describe('dictionaries', () => {
  const byCode = new Map(dictionaries.map((known) => [known.code, known]))

  it('has every dictionary a field names, and its initial value in it', () => {
    for (const { at, field } of every) {
      if (field.dict === null) continue
      expect(byCode.has(field.dict), at).toBe(true)
      if (field.initial !== null)
        expect(
          byCode.get(field.dict)?.items.map(({ value }) => value),
          at,
        ).toContain(field.initial)
    }
  })

  it('has codes the wire accepts, and no code or value twice', () => {
    expect(byCode.size).toBe(dictionaries.length)
    for (const { code, items } of dictionaries) {
      expect(code).toMatch(/^[a-z0-9_]{1,64}$/i)
      expect(items.length, code).toBeGreaterThan(0)
      expect(new Set(items.map(({ value }) => value)).size, code).toBe(items.length)
      expect(
        items.filter(({ text, textEn }) => !text || !textEn),
        code,
      ).toEqual([])
    }
  })

  it('knows the countries and currencies parcels meet', () => {
    const values = (code: string) => byCode.get(code)?.items.map(({ value }) => value) ?? []
    expect(values('country').length).toBeGreaterThanOrEqual(249)
    expect(values('country')).toEqual(expect.arrayContaining(['DE', 'CN', 'GB', 'XK']))
    expect(
      byCode
        .get('country')
        ?.items.filter(({ value, text, textEn }) => text === value || textEn === value),
    ).toEqual([])
    expect(values('currency').slice(0, 4)).toEqual(['EUR', 'USD', 'CNY', 'GBP'])
    expect(values('currency')).not.toContain('XAU')
    expect(
      byCode.get('currency')?.items.filter(({ value, text }) => text === `${value} ${value}`),
    ).toEqual([])
  })
})

describe('texts', () => {
  const texts = localeTexts

  it.each(LANGS)('%s: every field and screen has its words', (lang) => {
    const common = texts(lang, 'common')
    const missing = entities.flatMap((entity) => {
      const own = texts(lang, entity.name)
      const screen = isPlain(entity) ? ['title', 'one'] : []
      return [
        ...screen.filter((key) => !own[key]),
        ...Object.keys(entity.fields).filter((key) => !own[key] && !common[key]),
      ].map((key) => `${entity.name}.${key}`)
    })
    expect(missing).toEqual([])
    for (const key of ['createTime', 'createBy', 'updateTime', 'updateBy'])
      expect(common[key], key).toBeTruthy()
  })

  it('has the same texts in both languages', () => {
    for (const { name, fields } of cruds.filter(isPlain)) {
      const [zh, en] = [texts('zh_CN', name), texts('en_US', name)]
      // Chinese has no plural forms.
      const keys = Object.keys(en).filter((key) => !key.endsWith('_one'))
      expect(Object.keys(zh).sort(), name).toEqual(keys.sort())
      // A screen of its own has more texts than the kit's.
      if (entries().some((one) => one.entity === name && one.component !== `resource/${name}`))
        continue
      expect(
        Object.keys(zh).filter(
          (key) =>
            !(key.replace(/\.help$/, '') in fields) &&
            key !== 'title' &&
            key !== 'one' &&
            key !== 'form.new' &&
            key !== 'form.edit' &&
            key !== 'empty.nothing.hint' &&
            !key.startsWith('error.') &&
            !key.startsWith('blocked.'),
        ),
        name,
      ).toEqual([])
    }
  })
})
