import { afterEach, beforeEach, expect, it } from 'vitest'
import { suppliers } from '#contracts/parties/suppliers.ts'
import { leave, show, speak } from '#web/test/page.tsx'
import { useT } from '../text/i18n.ts'
import { ImportOutcome, type ImportResult } from './import-outcome.tsx'

const result: ImportResult = {
  totalCount: 3,
  successCount: 2,
  errorCount: 1,
  errors: [{ row: 3, column: 'Code', code: 'field.unique', message: 'is taken' }],
  msg: '',
  fileUrl: '/sys/common/static/imports/K.xlsx',
  fileName: 'suppliers-errors.xlsx',
}
function Outcome(props: { dry: boolean; result: ImportResult }) {
  return <ImportOutcome of={suppliers} t={useT('suppliers')} {...props} />
}

beforeEach(() => speak('en_US', 'suppliers'))
afterEach(leave)

it('gives the refused rows as a sheet, under the name the server chose', async () => {
  const page = await show(<Outcome dry={false} result={result} />)
  const link = page.querySelector('a')
  expect(link?.getAttribute('href')).toBe('/boot/sys/common/static/imports/K.xlsx')
  expect(link?.getAttribute('download')).toBe('suppliers-errors.xlsx')
  expect(link?.textContent).toBe('Download the rejected rows')
})

it('of a trial there is only the list of reasons', async () => {
  const page = await show(<Outcome dry result={{ ...result, fileUrl: null, fileName: null }} />)
  expect(page.querySelector('a')).toBeNull()
  expect(page.textContent).toContain('Download the errors')
})
