import { Select, type SelectProps } from 'antd'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { useNotify } from '../../http/notify.tsx'
import { isTaken } from '../../platform/keys/keyboard.ts'
import { useT } from '../../text/i18n.ts'
import { namesIn } from './choice-names.ts'
import { countUse, usesOf } from './choice-uses.ts'
import { rankChoices } from './rank-choices.ts'
import { useSpoken } from './use-spoken.ts'

export interface ChoiceOption {
  value: string
  label: string
  /** What it is found by; its label where none is given. */
  names?: readonly string[]
  disabled?: boolean
  title?: string
  /** A word next to it in the list. */
  note?: string
}
type Chosen = string | readonly string[] | null
type Inherited =
  | 'aria-label'
  | 'aria-invalid'
  | 'autoFocus'
  | 'className'
  | 'disabled'
  | 'id'
  | 'loading'
  | 'maxCount'
  | 'notFoundContent'
  | 'popupMatchSelectWidth'
  | 'popupRender'
  | 'placeholder'
  | 'size'
  | 'status'
  | 'style'
export interface ChoiceInputProps extends Pick<SelectProps, Inherited> {
  value?: Chosen | undefined
  onChange?: ((next: Chosen) => void) | undefined
  options: readonly ChoiceOption[]
  many?: boolean
  /** May be emptied: by Backspace, Delete or the cross. */
  clearable?: boolean
  /** The chosen one by its code alone, where there is no room for more. */
  codeOnly?: boolean
  /** Names the list, to count what is used most. */
  list?: string
  /**
   * Where the choices are fetched by what is typed: hears it, shows whether they are on their way.
   */
  onTyped?: (typed: string) => void
  pending?: boolean
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/**
 * antd marks the option whose value begins with what was typed, whatever the order: an id must not
 * be taken for a name. No key types this sign.
 */
const MARK = '\u2063'
const marked = (value: string): string => MARK + value
const unmarked = (value: string): string => value.slice(MARK.length)

const moreTags = (left: readonly unknown[]) => `+${left.length}`

/**
 * One or several of a list, found by typing: the best match is chosen by Enter and by Tab. Both
 * wait for choices that are on their way, also when the field is left meanwhile.
 */
export function ChoiceInput({
  value = null,
  onChange,
  options,
  many = false,
  clearable = true,
  codeOnly = false,
  list,
  onTyped,
  pending = false,
  open: openedOutside,
  onOpenChange,
  ...rest
}: ChoiceInputProps) {
  const t = useT()
  const notify = useNotify()
  const [typed, setTyped] = useState('')
  const [openHere, setOpenHere] = useState(false)
  const [wanted, setWanted] = useState(false)
  const active = useRef<string | null>(null)
  const unmatched = useRef('')
  const left = useRef(false)
  const open = openedOutside ?? openHere
  const setOpen = (next: boolean) => {
    setOpenHere(next)
    // A closed list would not be fetched.
    if (next || !wanted) onOpenChange?.(next)
  }
  const chosen = value === null ? [] : typeof value === 'string' ? [value] : value
  const named = options.map((one) => ({ ...one, names: one.names ?? namesIn(one.label) }))
  const written = rankChoices(named, typed, typed === '' ? undefined : usesOf(list))
  const table = useSpoken(
    typed,
    named.flatMap((one) => one.names),
  )
  const unwritten = named
    .filter((one) => !written.includes(one))
    .map((one) => ({ ...one, names: one.names.flatMap(table.spoken) }))
  const ranked = [...written, ...rankChoices(unwritten, typed, usesOf(list))]
  const waits = pending || rest.loading === true || (table.waits && written.length === 0)
  // The server may find by more than the label: what it found stays, after what answers here.
  const shown =
    onTyped && !waits ? [...ranked, ...named.filter((one) => !ranked.includes(one))] : ranked

  const reset = () => {
    unmatched.current = ''
    setTyped('')
    setWanted(false)
    onTyped?.('')
  }
  const search = (next: string) => {
    // antd drops the text of a field that is left: what is waited for stays.
    if (next === '' && wanted) return
    // Taken back letter by letter it is not dropped but corrected.
    const lost = typed.trim()
    const dropped = next === '' && lost.length > 1 && !waits && shown.length === 0
    unmatched.current = dropped && !isTaken(lost) ? lost : ''
    setTyped(next)
    setWanted(false)
    onTyped?.(next)
  }
  const give = (next: Chosen) => {
    for (const one of next === null ? [] : typeof next === 'string' ? [next] : next)
      if (!chosen.includes(one)) countUse(list, one)
    onChange?.(next)
  }
  const choose = (one: string) => {
    if (!many) give(one)
    else if (!chosen.includes(one)) give([...chosen, one])
    setOpenHere(false)
    onOpenChange?.(false)
    reset()
  }
  const first = shown.find((one) => !one.disabled)?.value
  const arrived = useEffectEvent(() => {
    setWanted(false)
    if (first !== undefined) return choose(first)
    if (!left.current) return
    notify.warning(t('choice.noMatch', { text: typed.trim() }))
    onOpenChange?.(false)
    reset()
  })
  useEffect(() => {
    if (wanted && !waits) arrived()
  }, [wanted, waits])

  const onInputKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key } = event
    if (event.nativeEvent.isComposing) return
    if (typed === '') {
      // Its list stays open: antd would take back what was chosen last, and stay.
      if (many && key === 'Tab') event.stopPropagation()
      const clears = clearable && !many && chosen.length > 0
      if (clears && (key === 'Backspace' || key === 'Delete')) give(null)
      return
    }
    if (key === 'Backspace' || key === 'Delete') setWanted(false)
    if (!open) return
    if (key === 'Enter' && waits) {
      event.stopPropagation()
      event.preventDefault()
      setWanted(true)
    }
    // antd's own Tab chooses and stays: the next field would never get the focus.
    if (key === 'Tab') {
      event.stopPropagation()
      if (waits) setWanted(true)
      else if (active.current !== null) choose(active.current)
    }
  }
  return (
    <Select<string | string[] | null, { value: string; label: string; note?: string }>
      {...rest}
      {...(clearable ? { allowClear: { label: t('choice.clear') } } : {})}
      {...(many ? { mode: 'multiple' as const, maxTagCount: 3, maxTagPlaceholder: moreTags } : {})}
      popupMatchSelectWidth={rest.popupMatchSelectWidth ?? false}
      showSearch={{ filterOption: false, onSearch: search }}
      open={open}
      onOpenChange={setOpen}
      value={many ? chosen.map(marked) : chosen[0] === undefined ? null : marked(chosen[0])}
      onChange={(next) =>
        give(Array.isArray(next) ? next.map(unmarked) : next ? unmarked(next) : null)
      }
      onActive={(one) => {
        active.current = typeof one === 'string' ? unmarked(one) : null
      }}
      onInputKeyDown={onInputKeyDown}
      // antd drops what was typed: a choice that was not made must not pass for one.
      onFocus={() => {
        left.current = false
      }}
      onBlur={() => {
        left.current = true
        if (unmatched.current !== '')
          notify.warning(t('choice.noMatch', { text: unmatched.current }))
        unmatched.current = ''
      }}
      labelRender={({ value: one, label }) => {
        const code = unmarked(String(one))
        return codeOnly ? code : (label ?? code)
      }}
      optionRender={({ label, data }) =>
        data.note === undefined ? (
          label
        ) : (
          <span className="py-option">
            {label}
            <small>{data.note}</small>
          </span>
        )
      }
      options={shown.map(({ names: _, value: one, ...option }) => ({
        ...option,
        value: marked(one),
      }))}
    />
  )
}
