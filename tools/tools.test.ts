import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import type { Crud } from '#contracts/kit/crud.ts'
import { NameError, newEntity, singular } from './new-entity.ts'
import { entries } from '#seeds/reference/menu/menu.ts'
import { filesOf, screenAt } from './where.ts'

const root = join(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'parcelyard-new-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

describe('npm run where', () => {
  test('gives a feature from its contract to its tests, index.ts first', () => {
    const layers = Object.fromEntries(
      filesOf(root, 'shipments').map(({ layer, files }) => [layer, files]),
    )
    expect(Object.keys(layers)).toEqual([
      'contract',
      'texts',
      'tables',
      'server',
      'screens',
      'tests',
    ])
    expect(layers.contract?.[0]).toBe('contracts/orders/shipments.ts')
    expect(layers.server?.[0]).toBe('server/features/orders/shipments/index.ts')
    expect(layers.server).toContain('server/features/orders/shipments/add-order.ts')
    expect(layers.tables).toContain('migrations/0007_orders.sql')
    expect(layers.tests).toContain('server/features/orders/shipments/shipments.test.ts')
  })

  test('gives the files of a plain entity, and nothing for an unknown name', () => {
    expect(filesOf(root, 'exchange-rates').flatMap(({ files }) => files)).toEqual([
      'contracts/commercial/exchange-rates.ts',
      'locales/zh_CN/commercial/exchange-rates.json',
      'locales/en_US/commercial/exchange-rates.json',
      'migrations/0007_orders.sql',
    ])
    expect(filesOf(root, 'nothings')).toEqual([])
  })

  test('finds the screen of every line of the menu by its path and its titles', () => {
    const shown = entries().filter(({ children }) => !children)
    const screens = shown.map(({ path }) => screenAt(root, path))
    const layers = new Map(
      screens.map((screen) => [screen?.feature, filesOf(root, screen?.feature ?? '')]),
    )
    const lost = shown.filter(({ name, nameEn }, at) => {
      const screen = screens[at]
      if (!screen || !existsSync(join(root, screen.file))) return true
      const found = layers.get(screen.feature) ?? []
      const contract = found.find(({ layer }) => layer === 'contract')?.files[0]
      const drawn = found.find(({ layer }) => layer === 'screens')?.files ?? []
      return (
        [name, nameEn].some((title) => screenAt(root, title)?.file !== screen.file) ||
        (screen.file.startsWith('web/kit/') ? !contract : !drawn.includes(screen.file))
      )
    })
    expect(lost).toEqual([])
    expect(screenAt(root, '/warehouse/into')).toEqual({
      feature: 'inbound',
      file: 'web/features/depot/inbound/IntoParcel.screen.tsx',
    })
    expect(screenAt(root, '/nowhere')).toBeNull()
  })
})

test('a feature has one area everywhere, and where it is called, its contract is found', () => {
  const features = ['server', 'web'].flatMap((layer) =>
    readdirSync(join(root, layer, 'features')).flatMap((area) =>
      readdirSync(join(root, layer, 'features', area)).map((name) => ({ layer, area, name })),
    ),
  )
  const areaOf = new Map(features.map(({ area, name }) => [name, area]))
  expect(features.filter(({ area, name }) => areaOf.get(name) !== area)).toEqual([])
  const called = features.filter(
    ({ layer, area, name }) =>
      layer === 'web' || existsSync(join(root, layer, 'features', area, name, 'calls.ts')),
  )
  expect(
    called.filter(({ name }) => filesOf(root, name).every(({ layer }) => layer !== 'contract')),
  ).toEqual([])
})

describe('npm run new', () => {
  test('starts an entity the catalogue can be read with', async () => {
    for (const part of ['contracts', 'locales', 'migrations'])
      cpSync(join(root, part), join(copy, part), { recursive: true })
    writeFileSync(join(copy, 'package.json'), readFileSync(join(root, 'package.json')))
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
    const { files, next } = newEntity(copy, 'supplier-contracts', 'dlv', 'parties')
    expect(files[0]).toBe('contracts/parties/supplier-contracts.ts')
    expect(files[1]).toMatch(/^migrations\/\d{4}_supplier_contract\.sql$/)
    expect(next[0]).toContain("plain('<folder>', 'supplier-contracts', 'dlv:suppliercontract'")
    const catalogue = readFileSync(join(copy, 'contracts/catalogue.ts'), 'utf8')
    expect(catalogue).toContain(
      "import { supplierContracts } from './parties/supplier-contracts.ts'\n",
    )
    expect(catalogue.match(/\n {2}supplierContracts,\n\]/)).not.toBeNull()
    const { cruds } = (await import(pathToFileURL(join(copy, 'contracts/catalogue.ts')).href)) as {
      cruds: Crud[]
    }
    const made = cruds.find((of) => of.name === 'supplier-contracts')
    expect(made).toMatchObject({
      path: '/erp/supplierContract',
      table: 'supplier_contract',
      perm: 'dlv:suppliercontract',
    })
    expect(made?.endpoints.add.path).toBe('/erp/supplierContract/add')
  })

  test('takes no name that is none, or is taken', () => {
    for (const name of ['', 'Suppliers', 'supplier', 'a/../b', 'x s', '../evils'])
      expect(() => newEntity(copy, name), name).toThrow(NameError)
    expect(() => newEntity(copy, 'suppliers')).toThrow(/exists already/)
    expect(() => newEntity(copy, 'news', 'x;y')).toThrow(NameError)
  })

  test('knows one from many', () => {
    expect(['consignees', 'supplies', 'boxes', 'fee-cells', 'addresses'].map(singular)).toEqual([
      'consignee',
      'supply',
      'box',
      'fee-cell',
      'address',
    ])
  })
})
