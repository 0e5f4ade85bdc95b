import { Button, Input, Select, Switch } from 'antd'
import { CopyText, Money, Moment, Num, Weight } from '../kit/cells.tsx'
import { Empty } from '../kit/empty.tsx'
import { PageHeader } from '../kit/page-header.tsx'
import { FormSamples } from './samples-forms.tsx'
import { ScanStationSample } from './scan-sample.tsx'
import { StatusTag, type Tone } from '../kit/status-tag.tsx'
import { Providers } from './providers.tsx'

const TONES: readonly Tone[] = ['idle', 'waiting', 'moving', 'done', 'warning', 'bad']

/** The test page (/test/home), left out of the production build: the kit's pieces side by side. */
export default function Samples() {
  return (
    <Providers>
      <main className="py-main py-samples">
        <PageHeader title="Components" note="/test/home"><Button>Second</Button><Button type="primary">First</Button></PageHeader>
        <section><h2>Status</h2>{TONES.map((tone) => <StatusTag key={tone} tone={tone}>{tone}</StatusTag>)}</section>
        <section><h2>Values</h2><p><Money amount="-1234567.50" currency="EUR" /> · <Weight kg="12.345" unit /> · <Num value={1_000_000} /> · <Moment at="2026-03-01T09:30:00Z" /> · <CopyText text="PY0000000017" /></p></section>
        <section><h2>Controls</h2><Input placeholder="Text" style={{ width: 200 }} /> <Select options={[{ value: 1, label: 'One' }]} style={{ width: 160 }} defaultValue={1} /> <Switch defaultChecked /> <Button danger>Danger</Button> <Button type="link">Link</Button> <Button loading>Busy</Button></section>
        <FormSamples />
        <section><h2>Scan</h2><ScanStationSample /></section>
        <section><h2>Empty</h2><Empty kind="nothing" /><Empty kind="noMatch" /><Empty kind="forbidden" /></section>
      </main>
    </Providers>
  )
}
