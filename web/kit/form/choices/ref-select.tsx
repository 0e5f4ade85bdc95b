import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, use, useRef, useState } from 'react'
import type { Crud } from '#contracts/kit/crud.ts'
import { ChoiceInput } from './choice-input.tsx'
import { namesIn } from './choice-names.ts'
import type { ChoiceProps } from './dict-select.tsx'
import { rankChoices } from './rank-choices.ts'
import { useT } from '../../text/i18n.ts'
import { useCan } from '../../session/permissions.tsx'
import { useApi } from '../../http/query.ts'
import { useCrud } from '../../http/use-crud.ts'
import { NewRecord } from './new-record.ts'
import { useDebouncedValue } from '../../platform/use-timing.ts'

type RefSelectProps = ChoiceProps & {
  /** The referenced resource's name. */
  of: string
  /** The label of the present value, where the row brought it (`_dictText`): saves a call. */
  text?: string | null
  /** Offers to make a new one on the spot, for those who may. Filters leave it out. */
  withNew?: boolean
  /** A choice that is no row, above all rows. */
  first?: { value: string; label: string }
}

/** Another resource's row, found by typing; asks its `options` call after 300 ms without a key. */
export function RefSelect({ of, ...props }: RefSelectProps) {
  const resource = useCrud(of)
  // A ref may name rows that are not a plain resource; then it can be shown but not picked here.
  if (!resource)
    return (
      <ChoiceInput
        {...(props.id ? { id: props.id } : {})}
        loading={resource === undefined}
        disabled
        options={[]}
        value={props.text ?? props.value ?? null}
      />
    )
  return <Picker resource={resource} {...props} />
}

function Picker({
  resource,
  value = null,
  onChange,
  many = false,
  text,
  withNew = false,
  first: above,
  ...rest
}: Omit<RefSelectProps, 'of'> & { resource: Crud }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [adding, setAdding] = useState(false)
  const RefNew = use(NewRecord)
  const mayAdd =
    useCan(resource.endpoints.add) &&
    RefNew !== null &&
    withNew &&
    resource.verbs.includes('add') &&
    !rest.disabled
  const keyword = useDebouncedValue(typed.trim())
  const ids = value === null ? [] : typeof value === 'string' ? [value] : [...value]
  // The text came with this value and belongs to no other.
  const first = useRef({ id: ids[0], text })
  const brought = [
    ...(first.current.text && first.current.id !== undefined
      ? [{ value: first.current.id, text: first.current.text }]
      : []),
    ...(above ? [{ value: above.value, text: above.label }] : []),
  ]
  const found = useApi(
    resource.endpoints.options,
    { keyword: keyword || undefined },
    { enabled: open, keepPrevious: true, quiet: true },
  )
  const unnamed = ids.some((id) => !brought.some((option) => option.value === id))
  const named = useApi(
    resource.endpoints.options,
    { ids },
    { enabled: unnamed, keepPrevious: true, quiet: true },
  )
  const known = new Map(
    [...brought, ...(named.data ?? []), ...(found.data ?? [])].map((option) => [
      option.value,
      option.text,
    ]),
  )
  const options = (found.data ?? []).map((option) => ({ value: option.value, label: option.text }))
  // Words that find no row must not choose it by Enter.
  if (above && rankChoices([{ ...above, names: namesIn(above.label) }], keyword).length > 0)
    options.unshift(above)
  for (const id of ids)
    if (!options.some((option) => option.value === id))
      options.unshift({ value: id, label: known.get(id) ?? id })
  return (
    <>
      <ChoiceInput
        {...rest}
        many={many}
        list={resource.name}
        onTyped={setTyped}
        pending={typed.trim() !== keyword || found.isFetching}
        open={open}
        onOpenChange={setOpen}
        loading={found.isFetching && open}
        value={many ? ids : (ids[0] ?? null)}
        {...(onChange ? { onChange } : {})}
        options={options}
        notFoundContent={
          found.isFetching || typed.trim() !== keyword
            ? t('state.loading')
            : found.isError
              ? t('failure.loading')
              : t('empty.noMatch')
        }
        {...(mayAdd
          ? {
              popupRender: (menu) => (
                <>
                  {menu}
                  <Button
                    type="text"
                    block
                    className="py-choice-new"
                    icon={<PlusOutlined />}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => {
                      setOpen(false)
                      setAdding(true)
                    }}
                  >
                    {t('choice.new')}
                  </Button>
                </>
              ),
            }
          : {})}
      />
      {adding && RefNew && (
        <Suspense>
          <RefNew
            of={resource}
            onClose={() => setAdding(false)}
            onSaved={(id) => onChange?.(many ? [...ids, id] : id)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The label of a referenced row, where only its id is at hand. */
export function RefText({ of, id }: { of: string; id: string | null }) {
  const resource = useCrud(of)
  return id && resource ? <Label resource={resource} id={id} /> : <>{id}</>
}
function Label({ resource, id }: { resource: Crud; id: string }) {
  const named = useApi(resource.endpoints.options, { ids: [id] }, { quiet: true })
  return <>{named.data?.[0]?.text ?? id}</>
}
