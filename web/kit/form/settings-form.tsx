import { Button, Switch } from 'antd'
import { useId, type CSSProperties, type ReactNode } from 'react'
import { ACCENT, ACCENTS, readable } from '../session/accent.ts'
import { useT } from '../text/i18n.ts'
import {
  changeUiSettings,
  resetUiSettings,
  useUiSettings,
  type UiSetting,
  type UiSettings,
} from '../session/ui-settings.ts'
import './settings-form.css'

const COLOR_NAMES: Record<(typeof ACCENTS)[number], string> = {
  '#F5222D': 'red',
  '#FA541C': 'volcano',
  '#FAAD14': 'orange',
  '#13C2C2': 'cyan',
  '#52C41A': 'green',
  '#1890FF': 'blue',
  '#2F54EB': 'geekblue',
  '#722ED1': 'purple',
}
type Flag = { [K in UiSetting]: UiSettings[K] extends boolean ? K : never }[UiSetting]

/**
 * Every choice about the interface, taking effect and kept at once; for the shell's drawer and the
 * account pages.
 */
export default function SettingsForm() {
  const t = useT('ui-settings')
  const now = useUiSettings()
  const colors = useId()
  const top = now.layout === 'topmenu'
  const switchOf = (name: Flag, blocked: string | null = null) => (
    <SwitchLine
      key={name}
      title={t(name)}
      note={blocked ?? (t.has(`${name}.note`) ? t(`${name}.note`) : null)}
      on={now[name]}
      disabled={blocked !== null}
      onChange={(on) => changeUiSettings({ [name]: on })}
    />
  )
  return (
    <div className="py-settings">
      <Choice
        title={t('layout')}
        value={now.layout}
        options={['sidemenu', 'topmenu']}
        drawing={(layout) => <Sketch layout={layout} theme={now.theme} />}
        text={(layout) => t(`layout.${layout}`)}
        onChange={(layout) => changeUiSettings({ layout })}
      />
      <Choice
        title={t('theme')}
        value={now.theme}
        options={['light', 'dark']}
        drawing={(theme) => <Sketch layout={now.layout} theme={theme} />}
        text={(theme) => t(`theme.${theme}`)}
        onChange={(theme) => changeUiSettings({ theme })}
      />
      <fieldset className="py-swatches">
        <legend>{t('color')}</legend>
        {ACCENTS.map((color) => (
          <label
            key={color}
            title={t(`color.${COLOR_NAMES[color]}`)}
            style={{ '--swatch': readable(color) } as CSSProperties}
          >
            <input
              type="radio"
              name={colors}
              checked={now.color === color}
              onChange={() => changeUiSettings({ color })}
            />
            <span className="py-hidden">
              {t(`color.${COLOR_NAMES[color]}`)}
              {color === ACCENT && ` (${t('standard')})`}
            </span>
          </label>
        ))}
      </fieldset>
      <Choice
        title={t('density')}
        value={now.density}
        options={['comfortable', 'compact']}
        text={(density) => t(`density.${density}`)}
        onChange={(density) => changeUiSettings({ density })}
      />
      <Choice
        title={t('contentWidth')}
        note={top ? null : t('contentWidth.note')}
        value={now.contentWidth}
        options={['Fixed', 'Fluid']}
        blocked={(width) => width === 'Fluid' && !top}
        text={(width) => t(`contentWidth.${width}`)}
        onChange={(contentWidth) => changeUiSettings({ contentWidth })}
      />
      <section>
        {switchOf('fixedHeader')}
        {switchOf('autoHideHeader', now.fixedHeader ? null : t('autoHideHeader.blocked'))}
        {switchOf('fixedSide', top ? t('side.blocked') : null)}
        {switchOf('sideOpen', top ? t('side.blocked') : null)}
        {switchOf('multiPage')}
        {switchOf('colorWeak')}
      </section>
      <Button block onClick={resetUiSettings}>
        {t('reset')}
      </Button>
    </div>
  )
}

interface ChoiceProps<V extends string> {
  title: string
  note?: string | null
  value: V
  options: readonly V[]
  text: (value: V) => string
  drawing?: (value: V) => ReactNode
  blocked?: (value: V) => boolean
  onChange: (value: V) => void
}
/** One of a few: radio buttons, so that arrows move and a screen reader counts. */
function Choice<V extends string>({
  title,
  note,
  value,
  options,
  text,
  drawing,
  blocked,
  onChange,
}: ChoiceProps<V>) {
  const name = useId()
  return (
    <fieldset className="py-choice" {...(note ? { 'aria-describedby': `${name}note` } : {})}>
      <legend>{title}</legend>
      {options.map((option) => (
        <label key={option} data-drawn={drawing ? true : undefined}>
          <input
            type="radio"
            name={name}
            checked={option === value}
            disabled={blocked?.(option) ?? false}
            onChange={() => onChange(option)}
          />
          {drawing?.(option)}
          <span>{text(option)}</span>
        </label>
      ))}
      {note && <small id={`${name}note`}>{note}</small>}
    </fieldset>
  )
}

function SwitchLine({
  title,
  note,
  on,
  disabled,
  onChange,
}: {
  title: string
  note: string | null
  on: boolean
  disabled: boolean
  onChange: (on: boolean) => void
}) {
  const id = useId()
  return (
    <div className="py-switch-line">
      <label htmlFor={id}>
        {title}
        {note && <small id={`${id}note`}>{note}</small>}
      </label>
      <Switch
        id={id}
        size="small"
        checked={on}
        disabled={disabled}
        onChange={onChange}
        {...(note ? { 'aria-describedby': `${id}note` } : {})}
      />
    </div>
  )
}

/** What the choice looks like, in 56 by 40. */
function Sketch({ layout, theme }: { layout: UiSettings['layout']; theme: UiSettings['theme'] }) {
  const menu = theme === 'dark' ? '#001529' : '#fff'
  return (
    <svg width="56" height="40" viewBox="0 0 56 40" aria-hidden>
      <rect width="56" height="40" rx="3" fill="#eef1f5" />
      <rect width="56" height="9" fill={layout === 'topmenu' ? menu : '#fff'} />
      {layout === 'sidemenu' && <rect y="9" width="15" height="31" fill={menu} />}
      <rect
        x={layout === 'sidemenu' ? 19 : 6}
        y="14"
        width={layout === 'sidemenu' ? 33 : 44}
        height="20"
        rx="1.5"
        fill="#fff"
      />
      <rect x="3" y="3" width="9" height="3" rx="1" fill="var(--py-accent-strong)" />
      <rect
        x={layout === 'topmenu' ? 17 : 3}
        y={layout === 'topmenu' ? 3.5 : 14}
        width={layout === 'topmenu' ? 16 : 9}
        height="2"
        rx="1"
        fill={theme === 'dark' ? '#8fa3b8' : '#b6bcc6'}
      />
      <rect width="56" height="40" rx="3" fill="none" stroke="#c9ced6" />
    </svg>
  )
}
