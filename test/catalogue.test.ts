import { beforeAll, describe, expect, test } from 'vitest'
import { cruds } from '#contracts/catalogue.ts'
import { LANGS } from '#contracts/kit/envelope.ts'
import { isRanged } from '#contracts/kit/page.ts'
import { columnOf, isOwner, writable } from '#contracts/kit/entity.ts'
import { readSheet } from '#server/kit/sheets/sheets.ts'
import { declaredTables } from '#server/kit/access/tables.ts'
import { useWorld, type Client } from './harness.ts'
import { localeTexts } from './locale-files.ts'
import { rowMaker, type Row } from './rows/rows.ts'
import { ADDED_BY_HAND, page, issues, NEVER, TYPES } from './catalogue.fixture.ts'

/** Every plain entity, over HTTP, by its definition alone: what holds for one holds for all. */
const world = useWorld()

let admin: Client

let stranger: Client

let make: ReturnType<typeof rowMaker>

beforeAll(async () => {
  admin = await world().as('tenantAdmin')
  stranger = await world().otherTenantUser()
  make = rowMaker(world(), admin)
})

test('the catalogue is there, and what cannot be added by the standard verb is known by name', () => {
  expect(cruds.length).toBeGreaterThan(20)
  expect(
    cruds
      .filter((of) => !of.verbs.includes('add'))
      .map((of) => of.name)
      .sort(),
  ).toEqual(ADDED_BY_HAND)
})

describe.each(cruds.map((of) => [of.name, of] as const))('%s', (_, of) => {
  const has = (verb: (typeof of.verbs)[number]) => of.verbs.includes(verb)
  const list = async (client: Client, query: Record<string, unknown>) =>
    page(await client.get(`${of.path}/list`, query))
  /** Whether the row is among those a filter finds: everything else is excluded by its id. */
  const finds = async (row: Row, query: Record<string, unknown>) =>
    (await list(admin, { ...query, selections: row.id })).total === 1

  test('fits the database, and its reach is declared', async () => {
    const { rows } = await world().db.pool.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
        where table_schema = 'public' and table_name = $1`,
      [of.table],
    )
    const columns = new Map(rows.map(({ name, type }) => [name, type]))
    for (const [name, spec] of Object.entries(of.fields).filter(([, { from }]) => !from))
      expect(TYPES[spec.type], `${of.table}.${columnOf(name, spec)}`).toContain(
        columns.get(columnOf(name, spec)),
      )
    for (const name of [
      'id',
      'version',
      'create_by',
      'create_time',
      'update_by',
      'update_time',
      ...(of.scope === 'global' ? [] : ['tenant_id']),
    ])
      expect(columns.has(name), `${of.table}.${name}`).toBe(true)
    expect(declaredTables().get(of.table)?.kind).toBe(of.scope)
  })

  test('has words in both languages', () => {
    for (const lang of LANGS) {
      const words = (space: string) => localeTexts(lang, space)
      const known = { ...words('common'), ...words(of.name) }
      expect(
        [
          ...Object.keys(of.fields),
          ...(has('list') ? ['title'] : []),
          ...(has('add') ? ['one'] : []),
          // Why a button is grey; the refusal's own text names the row.
          ...Object.values(of.when ?? {}).map(({ otherwise }) => `blocked.${otherwise}`),
        ].filter((key) => !known[key]?.trim()),
        lang,
      ).toEqual([])
    }
  })

  test('is closed to strangers to it: 401 without a token, 403 without the permission', async () => {
    const plain = await world().as('nobodySpecial')
    for (const verb of of.verbs) {
      const { method, path, perm } = of.endpoints[verb]
      const call = (client: Client) =>
        client.raw(method, path, {
          query: { id: '1', ids: '1' },
          ...(method === 'POST' || method === 'PUT' ? { body: {} } : {}),
        })
      expect((await call(world().anonymous)).status, `${verb} without a session`).toBe(401)
      if (perm) expect((await call(plain)).status, `${verb} without the permission`).toBe(403)
    }
  })

  if (has('add')) {
    test('is added, read, edited, deleted; a stale edit is refused with its row; a protected field stays', async () => {
      const draft = await make.draft(of)
      const added = await admin.post(`${of.path}/add`, draft)
      expect(added, JSON.stringify(draft)).toMatchObject({ success: true, message: 'Added.' })
      const row = added.result as Row
      const read = (await admin.get(`${of.path}/queryById`, { id: row.id })).result as Row
      expect(read).toEqual(row)
      for (const [name, spec] of writable(of.fields))
        if (draft[name] !== null && !['weight', 'length', 'money', 'decimal'].includes(spec.type))
          expect(read[name], name).toEqual(draft[name])
      for (const [name, spec] of writable(of.fields))
        if (['weight', 'length', 'money', 'decimal'].includes(spec.type) && draft[name] !== null)
          expect(Number(read[name]), name).toBe(Number(draft[name]))

      const stored = async () =>
        (
          await world().db.pool.query<Record<string, unknown>>(
            `select * from ${of.table} where id = $1`,
            [row.id],
          )
        ).rows[0]!
      const before = await stored()
      const protectedOnes = {
        tenantId: NEVER,
        tenant_id: NEVER,
        createBy: 'mallory',
        create_by: 'mallory',
        createTime: '1999-01-01T00:00:00.000Z',
        updateBy: 'mallory',
        delFlag: 1,
        ...Object.fromEntries(
          Object.entries(of.fields)
            .filter(([, spec]) => spec.readOnly)
            .map(([name]) => [name, 7]),
        ),
      }
      const [name] = writable(of.fields).findLast(([, spec]) =>
        ['text', 'textarea'].includes(spec.type),
      ) ?? [null]
      const edited = await admin.put(`${of.path}/edit`, {
        ...row,
        ...protectedOnes,
        ...(name ? { [name]: 'Edited' } : {}),
      })
      expect(edited, JSON.stringify(edited.result)).toMatchObject({ success: true })
      const after = await stored()
      const readOnly = Object.entries(of.fields)
        .filter(([, spec]) => spec.readOnly)
        .map(([field, spec]) => columnOf(field, spec))
      for (const column of ['id', 'tenant_id', 'create_by', 'create_time', ...readOnly])
        expect(after[column], column).toEqual(before[column])
      expect(after.version).toBe(row.version + 1)
      expect(after.update_by).toBe(world().username('tenantAdmin'))
      if (name) expect(after[columnOf(name, of.fields[name]!)]).toBe('Edited')

      const stale = await admin.put(`${of.path}/edit`, { ...row })
      expect(stale).toMatchObject({
        success: false,
        code: 409,
        error: 'row.stale',
        result: { id: row.id, version: row.version + 1 },
      })
      expect((await stored()).version).toBe(row.version + 1)

      const logged = await world().db.pool.query<{ action: string; actor: string }>(
        'select action, actor from data_log where table_name = $1 and row_id = $2 order by id',
        [of.table, row.id],
      )
      expect(logged.rows.map(({ action }) => action)).toEqual(name ? ['add', 'edit'] : ['add'])
      expect((await admin.delete(`${of.path}/delete`, { id: row.id })).success).toBe(true)
      expect((await admin.get(`${of.path}/queryById`, { id: row.id })).status).toBe(404)
      expect((await admin.delete(`${of.path}/delete`, { id: row.id })).status).toBe(404)
    })

    test('of two writers of one version one wins, and the other is refused', async () => {
      const row = await make.add(of)
      const answers = await Promise.all([
        admin.put(`${of.path}/edit`, { ...row }),
        admin.put(`${of.path}/edit`, { ...row }),
      ])
      expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409])
    })

    test('several go at once, each by itself', async () => {
      const rows = [await make.add(of), await make.add(of)]
      const answer = await admin.delete(`${of.path}/deleteBatch`, {
        ids: `${rows.map((row) => row.id).join(',')},${NEVER},`,
      })
      expect(answer.result).toMatchObject({
        done: 2,
        failed: 1,
        rows: [{ ok: true }, { ok: true }, { ok: false, code: 'row.missing' }],
      })
    })

    test('takes nothing but its own types', async () => {
      const draft = await make.draft(of)
      for (const [name, spec] of writable(of.fields)) {
        for (const wrong of [
          {},
          { $gt: '' },
          [],
          ['a'],
          ...(spec.type === 'bool' ? ['perhaps', 2] : []),
          ...(spec.type === 'text' ? ['nul\0', 'x'.repeat(5_000)] : []),
          ...(spec.dict ? ['no such choice'] : []),
          ...(spec.ref ? [NEVER, '-1', '1 or 1=1'] : []),
        ]) {
          const answer = await admin.post(`${of.path}/add`, { ...draft, [name]: wrong })
          expect(answer, `${name} = ${JSON.stringify(wrong).slice(0, 40)}`).toMatchObject({
            status: 200,
            success: false,
            code: 400,
          })
          expect(
            issues(answer).map(({ path }) => path),
            `${name} = ${JSON.stringify(wrong).slice(0, 40)}`,
          ).toContain(name)
        }
        if (spec.required && !isOwner(name, of.scope))
          expect(
            issues(await admin.post(`${of.path}/add`, { ...draft, [name]: ' ' })),
            name,
          ).toContainEqual(expect.objectContaining({ path: name, code: 'field.required' }))
      }
      for (const body of ['[]', '"text"', 'null', '1'])
        expect((await admin.raw('POST', `${of.path}/add`, { body })).success, body).toBe(false)
    })

    test('is nothing to another tenant, by any way to it', async () => {
      const row = await make.add(of)
      expect((await stranger.get(`${of.path}/queryById`, { id: row.id })).status).toBe(404)
      expect((await stranger.put(`${of.path}/edit`, { ...row })).status).toBe(404)
      expect((await stranger.delete(`${of.path}/delete`, { id: row.id })).status).toBe(404)
      expect(
        (await stranger.delete(`${of.path}/deleteBatch`, { ids: row.id })).result,
      ).toMatchObject({ done: 0, failed: 1 })
      const refs = writable(of.fields).filter(([, spec]) => spec.ref)
      if (refs.length > 0)
        expect(
          (await stranger.post(`${of.path}/add`, await make.draft(of))).success,
          'pointing into the other tenant',
        ).toBe(false)
      expect((await admin.get(`${of.path}/queryById`, { id: row.id })).result).toEqual(row)
    })
  }

  if (has('list')) {
    test('is found by every filter it has, and left out by what does not fit', async () => {
      const row = await make.some(of)
      expect(row).not.toBeNull()
      for (const [name, spec] of Object.entries(of.fields)) {
        const value = row![name]
        if (!spec.filter || value === null || value === undefined) continue
        const text = String(value)
        const yes = async (query: Record<string, unknown>) =>
          expect(await finds(row!, query), `${name}: ${JSON.stringify(query)}`).toBe(true)
        const no = async (query: Record<string, unknown>) =>
          expect(await finds(row!, query), `${name}: not ${JSON.stringify(query)}`).toBe(false)
        if (spec.type === 'datetime') {
          // Filters take a day or a range, not a moment.
          await yes({ [`${name}_begin`]: text.slice(0, 10), [`${name}_end`]: text.slice(0, 10) })
          await yes({ [`${name}_begin`]: `${text.slice(0, 10)} 00:00:00` })
          await no({ [`${name}_begin`]: '2100-01-01' })
          await no({ [`${name}_end`]: '2000-01-01' })
          continue
        }
        await yes({ [name]: text })
        await yes({ [`${name}_MultiString`]: `${text},` })
        await no({ [name]: `!${text}` })
        const rule = (key: string, val: string) => ({
          superQueryParams: encodeURIComponent(JSON.stringify([{ field: name, rule: key, val }])),
        })
        await yes(rule('eq', text))
        await yes(rule('in', text))
        await no(rule('ne', text))
        if (spec.type === 'text') {
          await yes({ [name]: `*${text.slice(1)}` })
          await yes({ [name]: `${text.slice(0, -1)}*` })
          await yes({ [name]: `*${text.slice(1, -1) || text}*` })
          await no({ [name]: `*${text}-not*` })
          await no({ [name]: '%' })
          for (const [key, val] of [
            ['like', text.slice(1)],
            ['right_like', text.slice(0, -1)],
            ['left_like', text.slice(1)],
          ] as const)
            await yes(rule(key, val))
        }
        if (isRanged(spec)) {
          const [below, above] =
            spec.type === 'date' ? ['2000-01-01', '2100-01-01'] : ['0', '2000000']
          await yes({ [`${name}_begin`]: text, [`${name}_end`]: text })
          await yes({ [name]: `>= ${text}` })
          await yes({ [name]: `<=${text}` })
          await no({ [`${name}_begin`]: above })
          await no({ [`${name}_end`]: below })
          await yes(rule('ge', text))
          await no(rule('gt', text))
        }
      }
    })

    test('is sorted by each sortable column both ways, and paged without loss', async () => {
      while ((await list(admin, {})).total < 3) if (!(await make.some(of))) break
      for (const column of [
        ...Object.entries(of.fields)
          .filter(([, spec]) => spec.sort)
          .map(([name]) => name),
        'createTime',
      ]) {
        const up = (await list(admin, { column, order: 'asc', pageSize: 200 })).records
        const down = (
          await list(admin, { column: `${column}_dictText`, order: 'DESC', pageSize: 200 })
        ).records
        const all = (await list(admin, { pageSize: 200 })).total <= 200
        if (all) expect(down.map(({ id }) => id).reverse(), column).toEqual(up.map(({ id }) => id))
        const type = of.fields[column]?.type
        const numeric =
          type !== undefined && ['int', 'decimal', 'weight', 'length', 'money'].includes(type)
        const values = up.map((row) => row[column]).filter((value) => value !== null)
        if (numeric || type === 'date')
          expect(values, column).toEqual(
            values.toSorted((a, b) =>
              numeric ? Number(a) - Number(b) : String(a) < String(b) ? -1 : 1,
            ),
          )
      }
      const size = 2
      const first = await list(admin, { pageSize: size })
      const seen: string[] = []
      for (let pageNo = 1; pageNo <= Math.min(first.pages, 150); pageNo++)
        seen.push(...(await list(admin, { pageNo, pageSize: size })).records.map(({ id }) => id))
      expect(new Set(seen).size).toBe(seen.length)
      if (first.pages <= 150) expect(seen).toHaveLength(first.total)
      expect(await list(admin, { pageNo: first.pages + 1, pageSize: size })).toMatchObject({
        records: [],
        total: first.total,
      })
    })

    // A set for the whole installation is visible to all.
    if (of.scope !== 'global')
      test('is in no other user’s list', async () => {
        const row = await make.some(of)
        expect(await list(stranger, { selections: row!.id })).toMatchObject({
          records: [],
          total: 0,
        })
      })
  }

  if (has('exportXls')) {
    test('leaves as a sheet a program can read, its own rows only', async () => {
      const row = await make.some(of)
      const sheet = async (client: Client) => {
        const answer = await client.get(`${of.path}/exportXls`, { selections: row!.id })
        expect(answer.status).toBe(200)
        const rows: string[][] = []
        for await (const batch of readSheet(answer.bytes, 'export.xlsx'))
          rows.push(...batch.map(({ cells }) => cells))
        return rows
      }
      expect(await sheet(admin)).toHaveLength(2)
      expect(await sheet(stranger)).toHaveLength(of.scope === 'global' ? 2 : 1)
    })
  }

  if (has('options')) {
    test('can be picked by words and by id, within the own tenant', async () => {
      const row = await make.some(of)
      const options = async (client: Client, query: Record<string, unknown>) =>
        (await client.get(`${of.path}/options`, query)).result as { value: string; text: string }[]
      if (!row) return expect((await options(admin, {})).length).toBeGreaterThan(0)
      const [own] = await options(admin, { ids: row.id })
      expect(own).toMatchObject({ value: row.id })
      expect(
        (await options(admin, { keyword: String(row[of.label]) })).some(
          ({ text }) => text === own?.text,
        ),
      ).toBe(true)
      expect(await options(stranger, { ids: row.id })).toEqual([])
      expect(await options(admin, { keyword: '%_no such thing' })).toEqual([])
    })
  }
})
