import { MutedOutlined, SoundOutlined } from '@ant-design/icons'
import { Button, Popover, Slider, Switch } from 'antd'
import { useState } from 'react'
import { useT } from '../text/i18n.ts'
import { play, setSound, soundSettings } from './sounds.ts'

/** Volume and off switches of the scan tones and of the voice, stored per user. */
export function SoundSwitch() {
  const t = useT()
  const [sound, change] = useState(soundSettings)
  const set = (next: Partial<typeof sound>) => {
    setSound(next)
    change({ ...sound, ...next })
  }
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={t('sound.label')}
      content={
        <div className="py-sound">
          <Switch checked={sound.on} onChange={(on) => set({ on })} aria-label={t('sound.label')} />
          <Slider
            min={0}
            max={100}
            step={5}
            value={Math.round(sound.volume * 100)}
            disabled={!sound.on}
            onChange={(percent) => set({ volume: percent / 100 })}
            ariaLabelForHandle={t('sound.volume')}
          />
          <label>
            <Switch
              size="small"
              checked={sound.voice}
              disabled={!sound.on}
              onChange={(voice) => set({ voice })}
            />{' '}
            {t('sound.voice')}
          </label>
          <span>
            {(['ok', 'warning', 'error'] as const).map((name) => (
              <Button key={name} size="small" disabled={!sound.on} onClick={() => play(name)}>
                {t(`scan.${name}`)}
              </Button>
            ))}
          </span>
        </div>
      }
    >
      <Button
        icon={sound.on ? <SoundOutlined /> : <MutedOutlined />}
        aria-label={t('sound.label')}
      />
    </Popover>
  )
}
