import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { exampleOrders, PINNED } from './parcels/pinned.ts'
import { CUSTOMERS } from './parties/customers.data.ts'
import { demoUsers } from './users/demo-users.ts'
import { wholeWorld } from './world.fixture.ts'
import { DAYS } from './world.ts'
import { DEFAULT_PARCELS } from './write/load.ts'

const text = readFileSync(new URL('../../docs/demo.md', import.meta.url), 'utf8')
const { shipments } = wholeWorld()
/** Cells of the tables' lines. */
const lines = text
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

/** What a state is called in either column: of several parcels that of the first. */
const WORDS: Record<number, readonly [RegExp, RegExp]> = {
  [PARCEL.DRAFT]: [/draft/, /草稿/],
  [PARCEL.PREDICTED]: [/predicted/, /预报/],
  [PARCEL.CONFIRMED]: [/confirmed/, /已确认/],
  [PARCEL.LABELLED]: [/labelled/, /已出单/],
  [PARCEL.RECEIVED]: [/received/, /已入库/],
  [PARCEL.HELD]: [/held/, /扣留/],
  [PARCEL.SORTED]: [/sorted/, /已分拣/],
  [PARCEL.BAGGED]: [/open outbound batch/, /未关闭的出库批次/],
  [PARCEL.OUTBOUND]: [/left our depot/, /已出库/],
  [PARCEL.IN_TRANSIT]: [/in transit|in customs/, /途中|清关中/],
  [PARCEL.EXCEPTION]: [/exception/, /异常/],
  [PARCEL.RETURNING]: [/on its way back/, /退回中/],
  [PARCEL.RETURNED]: [/back in/, /已退回/],
  [PARCEL.DELIVERED]: [/delivered|collected/, /签收/],
  [PARCEL.CANCELLED]: [/cancelled/, /取消/],
  [PARCEL.REVOKED]: [/revoked/, /已撤销/],
  [PARCEL.DESTROYED]: [/destroyed/, /销毁/],
  [PARCEL.LOST]: [/lost/, /已丢失/],
}
const COUNTRIES: Record<string, readonly [RegExp, RegExp]> = {
  FR: [/France/, /法国/],
  AT: [/Austria/, /奥地利/],
  US: [/\(US\)/, /美国/],
  PL: [/Poland/, /波兰/],
  GB: [/Britain/, /英国/],
}

describe('docs/demo.md', () => {
  it.each(PINNED.map((pinned, at) => [shipments[at]!.serial, pinned, shipments[at]!] as const))(
    'names %s as it is made',
    (serial, { tenant, country, service }, { parcels, consignee }) => {
      expect(exampleOrders(tenant)).toContain(serial)
      const order = tenant === 1 ? serial : `${serial} of DEMO2`
      const found = lines.filter((cells) => cells[1] === order)
      expect(found, order).toHaveLength(1)
      const [numbers, , english, chinese] = found[0] as [string, string, string, string]
      const made = parcels.flatMap(({ trackNo }) => trackNo ?? [])
      const named = [...numbers.matchAll(/`…?(\w+)`/g)].map(([, number]) => number!)
      expect(named).toHaveLength(made.length)
      for (const [at, number] of named.entries())
        expect(at === 0 ? made[at] : made[at]!.slice(-number.length)).toBe(number)
      const words = WORDS[parcels[0]!.scenario.state]!
      expect(english).toMatch(words[0])
      expect(chinese).toMatch(words[1])
      expect(consignee.country).toBe(country)
      for (const [code, names] of Object.entries(COUNTRIES))
        for (const [at, name] of names.entries())
          expect(name.test([english, chinese][at]!), `${order}: ${code}`).toBe(code === country)
      expect(english.includes(service)).toBe(service !== 'ECO-PARCEL')
    },
  )
  it('names every user who signs in, with the company', () => {
    const companies = new Map(
      lines.flatMap(([users = '', , companyOf = '']) => {
        const named = [...users.matchAll(/`(\w+)`/g)].map(([, name]) => name!)
        const of = [...companyOf.matchAll(/DEMO(\d)/g)].map(([, no]) => Number(no))
        return named.map((name, at) => [name, of[at] ?? null] as const)
      }),
    )
    expect(demoUsers.map(({ username }) => [username, companies.get(username)])).toEqual(
      demoUsers.map(({ username, tenant }) => [username, tenant]),
    )
  })
  it('counts what is made', () => {
    const parcels = DEFAULT_PARCELS.toLocaleString('en')
    expect(text).toContain(`${CUSTOMERS.length} customers`)
    expect(text).toContain(`${CUSTOMERS.length} 个客户`)
    expect(text.replaceAll('\n', ' ')).toContain(`${parcels} parcels of the last ${DAYS} days`)
    expect(text.replaceAll('\n', '')).toContain(`最近 ${DAYS} 天的 ${parcels} 个包裹`)
  })
})
