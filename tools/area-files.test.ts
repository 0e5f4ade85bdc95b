import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cruds } from '#contracts/catalogue.ts'
import { areaFiles, areaModules } from './area-files.ts'

const load = areaFiles().load as (id: string) => string | null

test('the list every page carries names areas and no screen', () => {
  const index = load('\0virtual:areas')!
  expect(index).toContain('virtual:area/money')
  expect(index).not.toMatch(/\.screen|\.json|Ledger/)
})

test('each screen is in the list of its area, and a name leads to it', () => {
  for (const path of globSync('web/features/*/*/*.screen.tsx')) {
    const [, , area, feature, file = ''] = path.split(/[\\/]/)
    const list = load(`\0virtual:area/${area}`)
    expect(list).toContain(`"${feature}/${file.replace('.screen.tsx', '')}": () => import(`)
    expect(areaModules(feature!)).toContain(`\0virtual:area/${area}`)
  }
})

test('each entity with calls is in the list of its area, whatever its file is called', () => {
  for (const { name } of cruds)
    expect(
      areaModules(name).some((id) => load(id)?.includes(`"${name}": () => import(`)),
      name,
    ).toBe(true)
})
