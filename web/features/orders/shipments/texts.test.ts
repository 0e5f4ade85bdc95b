import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { IMPORT_COLUMNS } from '#contracts/orders/imports/shipment-imports.ts'
import commonEn from '#locales/en_US/kit/common.json' with { type: 'json' }
import chargingEn from '#locales/en_US/orders/charging.json' with { type: 'json' }
import customsEn from '#locales/en_US/orders/customs-checks.json' with { type: 'json' }
import fbaEn from '#locales/en_US/orders/fba.json' with { type: 'json' }
import labelsEn from '#locales/en_US/orders/label-printing.json' with { type: 'json' }
import channelsEn from '#locales/en_US/commercial/channels.json' with { type: 'json' }
import servicesEn from '#locales/en_US/commercial/services.json' with { type: 'json' }
import tasksEn from '#locales/en_US/orders/order-tasks.json' with { type: 'json' }
import importsEn from '#locales/en_US/orders/shipment-imports.json' with { type: 'json' }
import ordersEn from '#locales/en_US/orders/shipments.json' with { type: 'json' }
import importsZh from '#locales/zh_CN/orders/shipment-imports.json' with { type: 'json' }
import ordersZh from '#locales/zh_CN/orders/shipments.json' with { type: 'json' }

type Texts = Record<string, string>
const holes = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map((hole) => hole[1] ?? '').toSorted()
const here = 'web/features/orders/shipments/'
const sources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map((file) => [file, readFileSync(folder + file, 'utf8')] as const)

describe('words of orders and imports', () => {
  it.each<[string, Texts, Texts]>([
    ['orders', ordersZh, ordersEn],
    ['imports', importsZh, importsEn],
  ])('%s stand in both languages with the same holes', (_, zh, en) => {
    // English alone has forms for one, which write the number in words.
    const several = Object.entries(en).filter(([key]) => !key.endsWith('_one'))
    expect(Object.keys(zh).toSorted()).toEqual(several.map(([key]) => key).toSorted())
    for (const [key, text] of several) expect(holes(zh[key] ?? ''), key).toEqual(holes(text))
  })

  it('are there for everything a screen shows', () => {
    const known: Texts = { ...commonEn, ...ordersEn, ...importsEn, ...tasksEn, ...chargingEn }
    const requested = sources(here).flatMap(([file, text]) =>
      [...text.matchAll(/\b(?:t|common)\('([\w.-]+)'/g)].map(
        (found) => [file, found[1] ?? ''] as const,
      ),
    )
    expect(requested.length).toBeGreaterThan(100)
    expect(requested.filter(([, key]) => !(key in known))).toEqual([])
  })

  it('are there for every refusal the server gives an order', () => {
    const codes = sources('server/features/orders/shipments/').flatMap(([, text]) =>
      [
        ...text.matchAll(
          /(?:fail|failConflict|report|refuse)\((?:[^()']|'[^']*', (?='))*'([a-zA-Z]+\.[\w.]+)'/g,
        ),
      ].map((found) => found[1] ?? ''),
    )
    const measures = ['weightKg', 'lengthCm', 'widthCm', 'heightCm'].flatMap((name) =>
      ['required', 'notNumber', 'notPositive', 'decimals', 'overLimit'].map(
        (what) => `${name}.${what}`,
      ),
    )
    const moves = ['edit', 'confirm', 'withdraw', 'cancel', 'print'].map(
      (action) => `shipment.not.${action}`,
    )
    expect(codes.length).toBeGreaterThan(20)
    const known: Texts = {
      ...ordersEn,
      ...customsEn,
      ...fbaEn,
      ...labelsEn,
      ...channelsEn,
      ...servicesEn,
    }
    expect(
      [...codes, ...measures, ...moves].filter(
        (code) => !/^(?:field|row|request)\./.test(code) && !(`error.${code}` in known),
      ),
    ).toEqual([])
  })

  it('name every column of an order file, each by a name of its own', () => {
    for (const texts of [importsZh, importsEn] as Texts[])
      expect(new Set(IMPORT_COLUMNS.map((column) => texts[`column.${column}`])).size).toBe(
        IMPORT_COLUMNS.length,
      )
  })
})
