import { afterEach, expect, it, vi } from 'vitest'
import { crud } from '#contracts/kit/crud.ts'
import { entity } from '#contracts/kit/entity.ts'
import { ref, text } from '#contracts/kit/field.ts'
import { answersAt, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { writeDraft } from '../form/draft/form-draft.ts'
import { useT } from '../text/i18n.ts'
import { ResourceForm } from './resource-form.tsx'

const people = crud(
  entity({
    name: 'suppliers',
    table: 'supplier',
    scope: 'tenant',
    label: 'name',
    fields: { name: text({ required: true }), depotId: ref('depots') },
  }),
  { path: '/erp/supplier', perm: 'erp:supplier' },
)
const row = { id: '1', version: 1, name: 'Lin', depotId: '2', depotId_dictText: 'Köln' }
function Page() {
  const t = useT()
  writeDraft('1:suppliers:1', { depotId: '5' }, 1)
  return (
    <ResourceForm
      of={people}
      row={row}
      t={t}
      formId="f"
      onBusy={() => undefined}
      onChanged={() => undefined}
      onSaved={() => undefined}
    />
  )
}
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('what a restored draft chose has its own name, not the one of the stored row', async () => {
  answersAt({ '/erp/depot/options': good([{ value: '5', text: 'Hamburg' }]) })
  await showScreen(<Page />)
  await until(() => seen().includes('Hamburg'))
  expect(seen()).not.toContain('Köln')
})
