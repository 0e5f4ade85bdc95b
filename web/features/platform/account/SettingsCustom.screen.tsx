import { Button, Slider, Switch } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../../../kit/text/i18n.ts'
import { play, setSound, soundSettings } from '../../../kit/scan/sounds.ts'
import { Section, SettingsPage } from './settings-page.tsx'

const SettingsForm = lazy(() => import('../../../kit/form/settings-form.tsx'))

/** How the interface looks, and how the scanner's answers sound. Every choice holds at once. */
export default function SettingsCustom() {
  const t = useT('account')
  const [sound, change] = useState(soundSettings)
  const set = (next: Partial<typeof sound>) => {
    setSound(next)
    change({ ...sound, ...next })
  }
  return (
    <SettingsPage page="custom">
      <Section title={t('custom.look')} note={t('custom.look.note')}>
        <div style={{ maxWidth: 420 }}>
          <Suspense>
            <SettingsForm />
          </Suspense>
        </div>
      </Section>
      <Section title={t('sound.label')} note={t('custom.sound.note')}>
        <div className="acc-line">
          <Switch checked={sound.on} aria-label={t('sound.label')} onChange={(on) => set({ on })} />
          <span style={{ flex: '0 1 220px' }}>
            <Slider
              min={0}
              max={100}
              step={5}
              value={Math.round(sound.volume * 100)}
              disabled={!sound.on}
              onChange={(percent) => set({ volume: percent / 100 })}
              ariaLabelForHandle={t('sound.volume')}
            />
          </span>
        </div>
        <div className="acc-line">
          {(['ok', 'warning', 'error'] as const).map((name) => (
            <Button key={name} size="small" disabled={!sound.on} onClick={() => play(name)}>
              {t(`scan.${name}`)}
            </Button>
          ))}
        </div>
      </Section>
    </SettingsPage>
  )
}
