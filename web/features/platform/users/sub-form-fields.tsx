import { Checkbox } from 'antd'
import { useState } from 'react'
import { subAccounts } from '#contracts/platform/people/sub-accounts.ts'
import { useDict } from '../../../kit/http/dict.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useDebouncedValue, usePhone } from '../../../kit/platform/use-timing.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { labelOf, namesOf } from '../../../kit/form/choices/choice-names.ts'
import './users.css'

interface RightsProps {
  all: readonly { code: string; name: string; menu: string; proposed: boolean }[]
  value?: readonly string[] | null
  onChange?: (value: string[]) => void
  disabled?: boolean
}

/**
 * The main account's rights by screen; what the product proposes is ticked until the user chooses.
 */
export function Rights({ all, value, onChange, disabled }: RightsProps) {
  const t = useT('sub-accounts')
  const chosen = new Set(value ?? all.filter((one) => one.proposed).map(({ code }) => code))
  const set = (codes: readonly string[], on: boolean) =>
    onChange?.(
      all.map(({ code }) => code).filter((code) => (codes.includes(code) ? on : chosen.has(code))),
    )
  const groups = [...Map.groupBy(all, ({ menu }) => menu)]
  // Some hundred rights are a long way on a phone: there each screen shows its count first.
  const folds = usePhone()
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const toggle = (menu: string) =>
    setUnfolded((now) => {
      const next = new Set(now)
      if (!next.delete(menu)) next.add(menu)
      return next
    })
  return (
    <div className="usr-rights">
      <p>
        <span className="py-num">{t('rights.count', { count: chosen.size })}</span>{' '}
        <button
          type="button"
          className="py-word-link"
          disabled={disabled}
          onClick={() => onChange?.(all.filter((one) => one.proposed).map(({ code }) => code))}
        >
          {t('rights.proposed')}
        </button>
      </p>
      {groups.map(([menu, rights]) => {
        const on = rights.filter(({ code }) => chosen.has(code)).length
        return (
          <fieldset key={menu} disabled={disabled}>
            <legend>
              <Checkbox
                checked={on === rights.length}
                indeterminate={on > 0 && on < rights.length}
                onChange={(event) =>
                  set(
                    rights.map(({ code }) => code),
                    event.target.checked,
                  )
                }
              >
                {menu}
              </Checkbox>
              {folds && (
                <button
                  type="button"
                  className="py-word-link"
                  aria-expanded={unfolded.has(menu)}
                  onClick={() => toggle(menu)}
                >
                  {t(unfolded.has(menu) ? 'rights.fold' : 'rights.unfold', {
                    on,
                    all: rights.length,
                  })}
                </button>
              )}
            </legend>
            {(folds && !unfolded.has(menu) ? [] : rights).map(({ code, name }) => (
              <Checkbox
                key={code}
                checked={chosen.has(code)}
                onChange={(event) => set([code], event.target.checked)}
              >
                {name}
              </Checkbox>
            ))}
          </fieldset>
        )
      })}
    </div>
  )
}

export function Currency({
  value,
  onChange,
  ...rest
}: {
  id?: string
  value?: string | null
  onChange?: (value: string) => void
}) {
  const t = useT('sub-accounts')
  const items = useDict('currency')
  return (
    <ChoiceInput
      {...rest}
      clearable={false}
      codeOnly
      list="currency"
      aria-label={t('spendCurrency')}
      value={value ?? null}
      onChange={(next) => typeof next === 'string' && onChange?.(next)}
      options={items.map((item) => ({
        value: item.value,
        label: labelOf(item),
        names: namesOf('currency', item),
      }))}
    />
  )
}

/** The main account a sub-account is made for, by customer or name; for staff. */
export function MainAccount({
  value,
  onChange,
  ...rest
}: {
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
}) {
  const t = useT('sub-accounts')
  const [typed, setTyped] = useState('')
  const keyword = useDebouncedValue(typed.trim())
  const found = useApi(
    subAccounts.parents,
    { keyword: keyword || undefined },
    { keepPrevious: true, quiet: true },
  )
  return (
    <ChoiceInput
      {...rest}
      value={value ?? null}
      onChange={(next) => onChange?.(typeof next === 'string' ? next : null)}
      onTyped={setTyped}
      pending={typed.trim() !== keyword || found.isFetching}
      options={(found.data ?? []).map((one) => ({ value: one.value, label: one.text }))}
      notFoundContent={t('empty.noMatch')}
    />
  )
}
