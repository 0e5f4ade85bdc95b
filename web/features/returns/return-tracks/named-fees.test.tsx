// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import type { TrackDetail } from '#contracts/returns/return-tracks.shapes.ts'
import { answersAt, bodiesOf, buttonOf, choose, inputOf, press, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import DistributeDialog from './distribute-dialog.tsx'
import FinishDialog from './finish-dialog.tsx'
import { useTrackActions } from './use-track-actions.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const FEES = '/rwms/returnTrack/previewFees'
const fee = { net: '1.20', gross: '1.43', currency: 'EUR' }
const rows = [{ id: '7', no: 'R7', trackNo: null }]
const nothing = () => undefined

it('once the customer is chosen, the fee for receiving is named before it is charged', async () => {
  const sent = answersAt({
    '/rwms/returnTrack/customers': good([{ id: '3', code: 'N', name: 'Nordlicht' }]),
    '/rwms/returnTrack/senderHistory': good([]),
    [FEES]: good([fee]),
  })
  await showScreen(<DistributeDialog rows={rows} onClose={nothing} onDone={nothing} />, {
    texts: ['return-tracks'],
  })
  await choose(await inputOf('Customer (code, name, phone)'), 'N · Nordlicht')
  await until(() => seen().includes('1.43 EUR (net 1.20 EUR)'))
  expect(bodiesOf(sent, FEES)).toEqual([{ ids: ['7'], customerId: '3' }])
})

it('a fee whose tax rate is missing is not known, not none', async () => {
  answersAt({
    '/rwms/returnTrack/customers': good([{ id: '3', code: 'N', name: 'Nordlicht' }]),
    '/rwms/returnTrack/senderHistory': good([]),
    [FEES]: good(null),
  })
  await showScreen(<DistributeDialog rows={rows} onClose={nothing} onDone={nothing} />, {
    texts: ['return-tracks'],
  })
  await choose(await inputOf('Customer (code, name, phone)'), 'N · Nordlicht')
  await until(() => seen().includes('The fees are not known: the rate of their tax is missing.'))
})

function Accept() {
  const actions = useTrackActions(nothing)
  return <button onClick={() => void actions.run('accept', rows)}>accept</button>
}
it('suggestions are accepted after their fees were read', async () => {
  const sent = answersAt({ [FEES]: good([]), '/rwms/returnTrack/distribute': good({}) })
  await showScreen(<Accept />, { texts: ['return-tracks'] })
  await press(await buttonOf('accept'))
  await until(() => seen().includes('No return fee is charged.'))
  expect(bodiesOf(sent, '/rwms/returnTrack/distribute')).toEqual([])
})

it('what was decided is carried out after its fee was read', async () => {
  answersAt({})
  const track: Partial<TrackDetail> = {
    id: '7',
    no: 'R7',
    action: 'destroy',
    action_dictText: 'Destroy',
    destroyBy: null,
    actionFees: [
      { action: 'destroy', net: '3.00', gross: '3.00', currency: 'EUR' },
      { action: 'restock', net: '9.00', gross: '9.00', currency: 'EUR' },
      { action: 'storage', net: '2.00', gross: '2.00', currency: 'EUR' },
    ],
  }
  const dialog = (fees: TrackDetail['actionFees']) => (
    <FinishDialog track={{ ...track, actionFees: fees } as TrackDetail} onClose={nothing} />
  )
  await showScreen(dialog(track.actionFees!), { texts: ['return-tracks'] })
  await until(() => seen().includes('5.00 EUR (net 5.00 EUR)'))
  await leave()
  await showScreen(dialog([]), { texts: ['return-tracks'] })
  await until(() => seen().includes('Its owner is charged no fee for it'))
  await leave()
  // Not known: the rate of their tax is missing.
  await showScreen(dialog(null), { texts: ['return-tracks'] })
  await until(() => seen().includes('The fees are not known: the rate of their tax is missing.'))
})
