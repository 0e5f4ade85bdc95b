// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import type { RowOf } from '#contracts/kit/entity.ts'
import type { countryList } from '#contracts/platform/lists/countries.ts'
import { answersAt, bodiesOf, press, seen, type } from '#web/test/acts.ts'
import { good, leave, refused, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import CountryDialog from './country-dialog.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

const ROW = {
  id: '49',
  version: 2,
  iso2: 'DE',
  name: '德国',
  nameEn: 'Germany',
  phoneCode: '49',
  currency: 'EUR',
  eu: true,
  embargo: false,
  enabled: true,
  remark: null,
} as RowOf<typeof countryList>
const EDIT = '/sys/country/edit'
const field = (name: string) => document.querySelector<HTMLInputElement>(`#${name}`)!
const onClose = vi.fn()
async function open(answer = good({ ...ROW, version: 3 })) {
  onClose.mockReset()
  const sent = answersAt({ [EDIT]: answer })
  await showScreen(<CountryDialog row={ROW} onClose={onClose} />, { texts: ['countries'] })
  await until(() => field('name') !== null)
  return sent
}

it('sends a country’s words and flags with its version, and its code stays ISO’s', async () => {
  const sent = await open()
  expect(seen()).toContain('DE')
  expect(field('name').value).toBe('德国')
  await type(field('nameEn'), 'Federal Republic of Germany')
  await press(field('embargo'))
  await press('Save')
  await until(() => onClose.mock.calls.length === 1)
  expect(bodiesOf(sent, EDIT)).toEqual([
    {
      id: '49',
      version: 2,
      name: '德国',
      nameEn: 'Federal Republic of Germany',
      phoneCode: '49',
      currency: 'EUR',
      eu: true,
      embargo: true,
      enabled: true,
      remark: null,
    },
  ])
})

it('asks for both names, and shows a refusal at its field', async () => {
  const sent = await open(
    refused(400, 'Please check', {
      result: { issues: [{ path: 'currency', code: 'x', message: 'is no currency' }] },
    }),
  )
  await type(field('name'), ' ')
  await press('Save')
  await until(() => document.querySelector('.ant-form-item-explain-error') !== null)
  expect(bodiesOf(sent, EDIT)).toEqual([])
  await type(field('name'), '德国')
  await type(field('currency'), 'EUX')
  await press('Save')
  await until(() => seen().includes('is no currency'))
  expect(field('currency').closest('.ant-form-item')?.textContent).toContain('is no currency')
  expect(onClose).not.toHaveBeenCalled()
})
