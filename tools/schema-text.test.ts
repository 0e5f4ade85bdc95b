import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { schemaText } from './schema-text.ts'

test('the committed table types are those of the migrations (else: npm run types)', () => {
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${inject('templateDatabase')}`
  expect(
    readFileSync(
      join(import.meta.dirname, '..', 'server', 'kit', 'db', 'generated', 'schema.ts'),
      'utf8',
    ),
  ).toBe(schemaText(url.href))
})
