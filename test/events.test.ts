import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '..')
const filesIn = (folder: string, ends: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ends))
    .map((file) => join(root, folder, file))

const isEvent = (one: unknown): one is { name: string; payload: z.ZodObject } =>
  typeof one === 'object' &&
  one !== null &&
  'name' in one &&
  'payload' in one &&
  one.payload instanceof z.ZodObject

/** Every declared event by the name of its constant. */
async function declared() {
  const found: { constant: string; name: string; payload: z.ZodObject }[] = []
  for (const file of filesIn('contracts', '.events.ts')) {
    const module = (await import(file)) as Record<string, unknown>
    for (const [constant, one] of Object.entries(module))
      if (isEvent(one)) found.push({ constant, name: one.name, payload: one.payload })
  }
  return found
}

test('events have names of their own, and are emitted', async () => {
  const events = await declared()
  expect(events.length).toBeGreaterThan(15)
  expect(new Set(events.map(({ name }) => name)).size).toBe(events.length)
  const code = filesIn('server/features', '.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  expect(
    events.filter(({ constant }) => !code.includes(`.emit(${constant},`)),
    'emitted nowhere',
  ).toEqual([])
})

test('events on parcels name them in one way, with the moment', async () => {
  const odd = (await declared()).filter(
    ({ name, payload: { shape } }) =>
      'parcelId' in shape || (name.startsWith('parcel.') && !('parcelIds' in shape)),
  )
  expect(odd.map(({ name }) => name)).toEqual([])
})
