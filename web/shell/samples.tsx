import { Button, Input, Select, Switch } from 'antd'
import { useState, type ReactNode } from 'react'
import { BASE } from '../kit/http/api.ts'
import { CopyText, Money, Moment, Num, Weight } from '../kit/platform/cells.tsx'
import { Empty } from '../kit/platform/empty.tsx'
import { PageHeader } from '../kit/platform/page-header.tsx'
import { FormSamples } from './samples-forms.tsx'
import { ScanStationSample } from './scan-sample.tsx'
import { StatusTag, type Tone } from '../kit/platform/status-tag.tsx'
import { Providers } from './providers.tsx'

const PROBES = ['/health/live', '/health/ready', '/no/such/path'] as const

/** What the server reports of itself, and how a path it does not know is answered. */
function HealthSample() {
  const [announcement, setAnnouncement] = useState<Record<string, string>>({})
  const ask = async (path: string) => {
    const start = performance.now()
    const answer = await fetch(BASE + path).then(
      async (got) => `${got.status} ${(await got.text()).slice(0, 120)}`,
      () => 'no answer',
    )
    setAnnouncement((before) => ({
      ...before,
      [path]: `${answer} (${Math.round(performance.now() - start)} ms)`,
    }))
  }
  return PROBES.map((path) => (
    <p key={path}>
      <Button onClick={() => void ask(path)}>
        GET {BASE}
        {path}
      </Button>{' '}
      <code>{announcement[path]}</code>
    </p>
  ))
}

const TONES: readonly Tone[] = ['idle', 'waiting', 'moving', 'done', 'warning', 'bad']

/**
 * The test page (/test/home), offered outside production: the kit's pieces side by side, and what
 * the server reports of itself.
 */
export default function Samples() {
  return (
    <Providers>
      <BlankLayout>
        <PageHeader title="Components" note="/test/home">
          <Button>Second</Button>
          <Button type="primary">First</Button>
        </PageHeader>
        <section>
          <h2>Status</h2>
          {TONES.map((tone) => (
            <StatusTag key={tone} tone={tone}>
              {tone}
            </StatusTag>
          ))}
        </section>
        <section>
          <h2>Values</h2>
          <p>
            <Money amount="-1234567.50" currency="EUR" /> · <Weight kg="12.345" unit /> ·{' '}
            <Num value={1_000_000} /> · <Moment at="2026-03-01T09:30:00Z" /> ·{' '}
            <CopyText text="PY0000000017" />
          </p>
        </section>
        <section>
          <h2>Controls</h2>
          <Input placeholder="Text" style={{ width: 200 }} />{' '}
          <Select options={[{ value: 1, label: 'One' }]} style={{ width: 160 }} defaultValue={1} />{' '}
          <Switch defaultChecked /> <Button danger>Danger</Button> <Button type="link">Link</Button>{' '}
          <Button loading>Busy</Button>
        </section>
        <FormSamples />
        <section>
          <h2>Scan</h2>
          <ScanStationSample />
        </section>
        <section>
          <h2>Calls</h2>
          <HealthSample />
        </section>
        <section>
          <h2>Empty</h2>
          <Empty kind="nothing" />
          <Empty kind="noMatch" />
          <Empty kind="forbidden" />
        </section>
      </BlankLayout>
    </Providers>
  )
}

/** A page without header and menu (specification §2). */
export function BlankLayout({ children }: { children: ReactNode }) {
  return <main className="py-blank">{children}</main>
}
