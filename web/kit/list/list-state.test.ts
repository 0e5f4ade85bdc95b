import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { filtersOf as allFilters } from '#contracts/kit/entity.ts'
import { openItems } from '#contracts/money/month-end/month-end.ts'
import { consigneeList } from '#contracts/parties/consignees.ts'
import { userInfo } from '#web/test/signed-in.ts'
import { signIn, signOut } from '../session/session.ts'
import {
  filtersOf,
  inner,
  readState,
  SUPER,
  withInner,
  wireQuery,
  writeState,
  type ListDefaults,
  type ListFilter,
} from './list-state.ts'

const filters: ListFilter[] = [
  { key: 'name', kind: 'like' },
  { key: 'code', kind: 'prefix' },
  { key: 'country', kind: 'in' },
  { key: 'status', kind: 'eq' },
  { key: 'createTime', kind: 'range', moment: true },
  { key: 'weight', kind: 'range' },
]
const defaults: ListDefaults = { size: 20, sort: { column: 'createTime', order: 'desc' } }
const read = (search: string) => readState(new URLSearchParams(search), filters, defaults)

describe('the address of a list', () => {
  it('comes back as it was written, and keeps what is not its own', () => {
    const text = fc.string({ minLength: 1 })
    fc.assert(
      fc.property(
        fc.record({
          page: fc.integer({ min: 1, max: 9999 }),
          size: fc.constantFrom(10, 20, 30, 50, 100),
          sort: fc.record({
            column: fc.constantFrom('name', 'createTime'),
            order: fc.constantFrom('asc' as const, 'desc' as const),
          }),
          filters: fc.record(
            { name: text, country: text, createTime_begin: text },
            { requiredKeys: [] },
          ),
        }),
        (state) => {
          const params = writeState(
            new URLSearchParams('_row=7&pageNo=99&name=old'),
            state,
            filters,
            defaults,
          )
          expect(readState(new URLSearchParams(params.toString()), filters, defaults)).toEqual({
            ...state,
            filters: { ...state.filters },
          })
          expect(params.get('_row')).toBe('7')
        },
      ),
    )
  })
  it('of a list inside another keeps to its own parameters', () => {
    const both = withInner(
      new URLSearchParams('name=outer&_row=7&items.pageNo=9'),
      'items',
      writeState(
        inner(new URLSearchParams('items.pageNo=9'), 'items'),
        { ...read(''), filters: { name: 'in' } },
        filters,
        defaults,
      ),
    )
    expect(both.toString()).toBe('name=outer&_row=7&items.name=in')
    expect([
      readState(both, filters, defaults).filters,
      readState(inner(both, 'items'), filters, defaults).filters,
    ]).toEqual([{ name: 'outer' }, { name: 'in' }])
  })
  it('carries the saved view it was opened by', () => {
    expect(read('view=12').view).toBe('12')
    expect(read('view=x')).not.toHaveProperty('view')
    expect(
      writeState(
        new URLSearchParams('view=9'),
        { ...read(''), view: '12' },
        filters,
        defaults,
      ).toString(),
    ).toBe('view=12')
    expect(writeState(new URLSearchParams('view=9'), read(''), filters, defaults).toString()).toBe(
      '',
    )
  })
  it('leaves defaults out', () => {
    expect(writeState(new URLSearchParams(), read(''), filters, defaults).toString()).toBe('')
  })
  it.each([
    ['pageNo=0', 1],
    ['pageNo=-3', 1],
    ['pageNo=x', 1],
    ['pageNo=1.5', 1],
    ['pageNo=4', 4],
  ])('takes %s as page %i', (search, page) => {
    expect(read(search).page).toBe(page)
  })
  it('takes no page size that is not on offer', () => {
    expect(read('pageSize=99999').size).toBe(20)
  })
})

describe('the wire query', () => {
  it('sends each filter by the list convention', () => {
    expect(
      wireQuery(
        read('name= ann &code=PY&country=DE,CN&status=1&weight_begin=1.5&pageNo=2'),
        filters,
      ),
    ).toEqual({
      name: '*ann*',
      code: 'PY*',
      country_MultiString: 'DE,CN',
      status: '1',
      weight_begin: '1.5',
      pageNo: 2,
      pageSize: 20,
      column: 'createTime',
      order: 'desc',
    })
  })
  it('takes a picked day as the day of the person, not of Greenwich', () => {
    const { createTime_begin: begin, createTime_end: end } = wireQuery(
      read('createTime_begin=2026-03-01&createTime_end=2026-03-01'),
      filters,
    )
    expect(begin).toBe(new Date(2026, 2, 1).toISOString())
    expect(end).toBe(new Date(2026, 2, 1, 23, 59, 59, 999).toISOString())
  })
  it('looks for one number as it is typed and for several exactly, and asks which are missing', () => {
    const numbers: ListFilter[] = [{ key: 'no', kind: 'prefix', numbers: true }]
    const wire = (search: string) =>
      wireQuery(readState(new URLSearchParams(search), numbers, defaults), numbers)
    expect(wire('no=PY1')).toMatchObject({ no: 'PY1*' })
    expect(wire('no=PY1, PY2,')).toMatchObject({ no_MultiString: 'PY1,PY2', missing: 'no' })
  })
  it('encodes the advanced filter once more than the address does', () => {
    const items = JSON.stringify([{ field: 'name', rule: 'eq', val: 'a b', type: 'text' }])
    expect(
      wireQuery(
        readState(
          new URLSearchParams({ superQueryParams: items, superQueryMatchType: 'or' }),
          SUPER,
          defaults,
        ),
        SUPER,
      ),
    ).toMatchObject({ superQueryParams: encodeURIComponent(items), superQueryMatchType: 'or' })
  })
  it('is made from an entity definition', () => {
    expect(filtersOf(consigneeList.fields)).toContainEqual({
      key: 'country',
      kind: 'in',
      moment: false,
    })
  })
})

describe('what an address has from before', () => {
  afterEach(signOut)
  it('is not asked where the server refuses it of this user', () => {
    const own: ListFilter[] = [...filters, { key: 'createBy', kind: 'like' }, ...SUPER]
    const conditions = (...fields: string[]) =>
      JSON.stringify(fields.map((field) => ({ field, rule: 'eq', val: 'x', type: 'text' })))
    const asked = (...fields: string[]) => {
      const params = new URLSearchParams('name=ann&createBy=lin&column=createBy&order=asc')
      params.set('superQueryParams', conditions(...fields))
      const { sort, filters: found } = readState(params, own, defaults)
      return { sort, ...found }
    }
    expect(asked('createBy')).toMatchObject({ createBy: 'lin', sort: { column: 'createBy' } })
    signIn({
      token: 'T',
      sysAllDictItems: {},
      userInfo: userInfo({ id: '1', username: 'c', realname: 'C', customerId: '7' }),
    })
    expect(asked('createBy')).toEqual({ name: 'ann', sort: defaults.sort })
    expect(asked('createBy', 'name')).toEqual({
      name: 'ann',
      sort: defaults.sort,
      superQueryParams: conditions('name'),
    })
  })
  it('is the last day of a span where a list is as of one day by now', () => {
    const asOf = filtersOf(allFilters(openItems))
    const old = new URLSearchParams('day_begin=2026-10-01&day_end=2026-10-31')
    const state = readState(old, asOf, defaults)
    expect(wireQuery(state, asOf)).toMatchObject({ day: '2026-10-31' })
    expect(writeState(old, state, asOf, defaults).toString()).toBe('day=2026-10-31')
    const view = { ...state, filters: { day_end: '2026-10-31' } }
    expect(writeState(new URLSearchParams(), view, asOf, defaults).toString()).toBe(
      'day=2026-10-31',
    )
    expect(writeState(old, { ...state, filters: {} }, asOf, defaults).toString()).toBe('')
  })
})
