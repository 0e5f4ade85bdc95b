import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Modal, Radio, Select } from 'antd'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Field } from '#contracts/kit/field.ts'
import { isNumeric } from '../../text/numeric.ts'
import { ChoiceInput } from '../../form/choices/choice-input.tsx'
import { DictSelect } from '../../form/choices/dict-select.tsx'
import { useT } from '../../text/i18n.ts'
import { useMaskedFields, useRightsCheck } from '../../session/permissions.tsx'
import { RefSelect } from '../../form/choices/ref-select.tsx'
import { storageSet, storageGet } from '../../text/storage.ts'
import {
  isSaved,
  readItems,
  rulesOf,
  writeItems,
  type MatchType,
  type SavedSuperQuery,
  type SuperItem,
} from './super-query.ts'
import type { List } from '../list.ts'

/** The server reads this many conditions. */
const MAX = 20
const SAVED = 'JSuperQuerySaved_'

/**
 * Conditions over any field of the entity, joined by "and" or "or"; some can be stored in this
 * browser.
 */
export default function AdvancedFilter<R>({
  list,
  onClose,
}: {
  list: List<R>
  onClose: () => void
}) {
  const t = useT('lists')
  const names = useT(list.texts)
  const may = useRightsCheck()
  const masked = useMaskedFields()
  const { pathname } = useLocation()
  const fields = list.fields ?? {}
  const keys = Object.keys(fields).filter((key) => may(fields[key] ?? {}) && !masked(key))
  const blank = (): SuperItem => ({ field: keys[0] ?? '', rule: 'eq', val: '', type: '' })
  const start = readItems(list.state.filters.superQueryParams, fields)
  const [items, setItems] = useState<SuperItem[]>(start.length > 0 ? start : [blank()])
  const [match, setMatch] = useState<MatchType>(
    list.state.filters.superQueryMatchType === 'or' ? 'or' : 'and',
  )
  const [saved, setSaved] = useState<SavedSuperQuery[]>(
    () => storageGet(SAVED + pathname, isSaved) ?? [],
  )
  const [title, setTitle] = useState('')

  const put = (at: number, change: Partial<SuperItem>) =>
    setItems((now) => now.map((item, index) => (index === at ? { ...item, ...change } : item)))
  const apply = (records = items, by = match) => {
    const text = writeItems(records, fields)
    list.setFilters({
      superQueryParams: text,
      superQueryMatchType: text && by === 'or' ? 'or' : null,
    })
    onClose()
  }
  const store = (next: SavedSuperQuery[]) => {
    setSaved(next)
    storageSet(SAVED + pathname, next, null)
  }
  const whole = writeItems(items, fields)

  return (
    <Modal
      open
      title={t('filter.advanced')}
      onCancel={onClose}
      width={760}
      footer={[
        <Button key="clear" onClick={() => apply([])}>
          {t('super.clear')}
        </Button>,
        <Button key="cancel" onClick={onClose}>
          {t('action.cancel')}
        </Button>,
        <Button key="ok" type="primary" disabled={!whole} onClick={() => apply()}>
          {t('action.search')}
        </Button>,
      ]}
    >
      {saved.length > 0 && (
        <div className="py-super-saved" role="group" aria-label={t('super.saved')}>
          <span>{t('super.saved')}</span>
          {saved.map((one) => (
            <span key={one.title} className="py-chip">
              <button
                type="button"
                onClick={() => {
                  setItems(one.records.filter((item) => Object.hasOwn(fields, item.field)))
                  setMatch(one.matchType)
                }}
              >
                {one.title}
              </button>
              <button
                type="button"
                aria-label={t('super.forget', { name: one.title })}
                title={t('super.forget', { name: one.title })}
                onClick={() => store(saved.filter((other) => other !== one))}
              >
                ×
              </button>
            </span>
          ))}
        </div>
      )}
      <Radio.Group
        value={match}
        onChange={(event) => setMatch(event.target.value === 'or' ? 'or' : 'and')}
        options={[
          { value: 'and', label: t('super.and') },
          { value: 'or', label: t('super.or') },
        ]}
      />
      <ul className="py-super">
        {items.map((item, at) => {
          const spec = fields[item.field]
          return (
            <li key={at}>
              <ChoiceInput
                aria-label={t('super.field')}
                clearable={false}
                value={item.field}
                options={keys.map((key) => ({ value: key, label: names(key) }))}
                onChange={(field) => {
                  if (typeof field !== 'string') return
                  const next = fields[field]
                  put(at, {
                    field,
                    val: '',
                    rule:
                      next && !rulesOf(next).includes(item.rule)
                        ? (rulesOf(next)[0] ?? 'eq')
                        : item.rule,
                  })
                }}
              />
              <Select
                aria-label={t('super.rule')}
                value={item.rule}
                popupMatchSelectWidth={false}
                options={(spec ? rulesOf(spec) : []).map((rule) => ({
                  value: rule,
                  label: t(`super.rule.${rule}`),
                }))}
                onChange={(rule: SuperItem['rule']) =>
                  put(at, {
                    rule,
                    ...(spec && isChoice(spec) && (rule === 'in') !== (item.rule === 'in')
                      ? { val: '' }
                      : {}),
                  })
                }
              />
              {spec && (
                <Value
                  spec={spec}
                  item={item}
                  put={(val) => put(at, { val })}
                  onEnter={() => whole && apply()}
                />
              )}
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('super.remove')}
                title={t('super.remove')}
                disabled={items.length === 1}
                onClick={() => setItems((now) => now.filter((_, index) => index !== at))}
              />
            </li>
          )
        })}
      </ul>
      <div className="py-super-foot">
        <Button
          icon={<PlusOutlined />}
          disabled={items.length >= MAX}
          onClick={() => setItems((now) => [...now, blank()])}
        >
          {t('super.add')}
        </Button>
        <span className="py-super-keep">
          <Input
            value={title}
            maxLength={40}
            placeholder={t('super.title')}
            aria-label={t('super.title')}
            onChange={(event) => setTitle(event.target.value)}
          />
          <Button
            disabled={!whole || title.trim() === ''}
            onClick={() => {
              store([
                ...saved.filter((one) => one.title !== title.trim()),
                { title: title.trim(), matchType: match, records: readItems(whole ?? '', fields) },
              ])
              setTitle('')
            }}
          >
            {t('action.save')}
          </Button>
        </span>
      </div>
    </Modal>
  )
}

const isChoice = (spec: Field): boolean => spec.type === 'dict' || spec.type === 'ref'

function Value({
  spec,
  item,
  put,
  onEnter,
}: {
  spec: Field
  item: SuperItem
  put: (val: string) => void
  onEnter: () => void
}) {
  const t = useT('lists')
  const many = item.rule === 'in'
  const chosen = many ? item.val.split(',').filter(Boolean) : item.val || null
  const onChosen = (next: string | readonly string[] | null) =>
    put(Array.isArray(next) ? next.join(',') : typeof next === 'string' ? next : '')
  const label = t('super.value')
  if (spec.type === 'dict')
    return (
      <DictSelect
        aria-label={label}
        code={spec.dict ?? ''}
        value={chosen}
        onChange={onChosen}
        many={many}
      />
    )
  if (spec.type === 'ref')
    return (
      <RefSelect
        aria-label={label}
        of={spec.ref ?? ''}
        value={chosen}
        onChange={onChosen}
        many={many}
      />
    )
  if (spec.type === 'bool')
    return (
      <Select
        aria-label={label}
        value={item.val || null}
        onChange={(next: string) => put(next)}
        options={[
          { value: 'true', label: t('value.yes') },
          { value: 'false', label: t('value.no') },
        ]}
      />
    )
  if (spec.type === 'date' || spec.type === 'datetime')
    return (
      <input
        className="py-input"
        type="date"
        aria-label={label}
        value={item.val.slice(0, 10)}
        onChange={(event) => put(event.target.value)}
      />
    )
  return (
    <Input
      aria-label={label}
      value={item.val}
      placeholder={many ? t('super.list') : ''}
      {...(isNumeric(spec) && !many ? { inputMode: 'decimal' as const } : {})}
      onChange={(event) => put(event.target.value)}
      onPressEnter={onEnter}
    />
  )
}
