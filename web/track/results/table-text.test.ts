import { expect, it } from 'vitest'
import { asTable } from './table-text.ts'
import { event, parcel, speak } from '#web/test/track-page.ts'

it('gives a sheet one row per parcel and no formula', async () => {
  await speak('en_US')
  const rows = asTable([
    parcel({ events: [event({ place: '=HYPERLINK("x")\tKöln' })] }),
    { no: 'XX12345678901', found: false, events: [] },
  ])
    .split('\n')
    .map((row) => row.split('\t'))
  expect(rows).toEqual([
    ['Tracking number', 'Carrier', 'Destination', 'Status', 'Last event', 'Local time', 'Place'],
    [
      '00340434161094042557',
      'DHL Paket',
      'Germany',
      'In transit',
      'Arrived at a sorting centre',
      '2025-12-05 14:05 +01:00',
      '\'=HYPERLINK("x") Köln, Germany',
    ],
    ['XX12345678901', '', '', 'Not found', '', '', ''],
  ])
})
