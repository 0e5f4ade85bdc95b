// @vitest-environment happy-dom
import { afterEach, it, vi } from 'vitest'
import { answersAt, choose, inputOf, press, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import BulkDialog, { type CaseVerb } from './bulk-dialog.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const nothing = () => undefined
async function open(verb: CaseVerb) {
  answersAt({
    '/rwms/comment/staff': good([{ id: '4', name: 'Li Wei' }]),
    '/rwms/case/assign': good({ done: 1, failed: 0, rows: [] }),
    '/rwms/case/status': good({ done: 1, failed: 0, rows: [] }),
    '/sys/dict/getDictItems/case_status': good([
      { value: 'closed', text: 'Closed', label: 'Closed' },
    ]),
  })
  await showScreen(<BulkDialog verb={verb} ids={['1']} onClose={nothing} onDone={nothing} />, {
    texts: ['cases'],
  })
}

it('a case that was assigned is named with who has it', async () => {
  await open('assign')
  await choose(await inputOf('Owner'), 'Li Wei')
  await press('Assign')
  await until(() => seen().includes('1 case: Owner Li Wei'))
})

it('a case that was closed is named with its status', async () => {
  await open('setStatus')
  await choose(await inputOf('Status'), 'Closed')
  await press('Change status')
  await until(() => seen().includes('1 case: Closed'))
})
