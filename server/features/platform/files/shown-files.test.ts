import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ofRecord } from '#contracts/platform/operations/files.ts'
import { fileOwnerNamed } from '#server/kit/files/file-owners.ts'
import { useWorld } from '#test/harness.ts'

// All features are loaded with it, and with them the records that have files.
useWorld()
const root = join(import.meta.dirname, '../../../..')

test('each screen asks for the files of a record by a use that its record has', () => {
  const asked = globSync('web/features/**/*.tsx', { cwd: root }).flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /<RecordFiles[^>]*ownerKind="(\w+)"[^>]*\bkind="(\w+)"/g,
      ),
    ].map(([, owner, kind]) => [file, owner!, kind!] as const),
  )
  expect(asked.length).toBeGreaterThan(8)
  const wrong = asked.filter(
    ([, owner, kind]) => !fileOwnerNamed(owner)?.kinds[ofRecord.shape.kind.parse(kind)],
  )
  expect(wrong).toEqual([])
})
