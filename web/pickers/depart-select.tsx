import { TreeSelect } from 'antd'
import { useState } from 'react'
import type { departments } from '#contracts/platform/departments/departments.ts'
import type { CallOf } from '../kit/http/api.ts'
import { chosenOf } from '../kit/form/choices/chosen.ts'
import type { ChoiceProps } from '../kit/form/choices/dict-select.tsx'
import { plain } from '../kit/form/choices/rank-choices.ts'
import { useSpoken } from '../kit/form/choices/use-spoken.ts'
import { useLang, useT } from '../kit/text/i18n.ts'
import { useApi } from '../kit/http/query.ts'

const tree: CallOf<typeof departments.queryTreeList> = {
  method: 'GET',
  path: '/sys/sysDepart/queryTreeList',
}
const MINUTE = 60_000

interface Node {
  id: string
  orgCode: string
  departName: string
  departNameEn?: string | null
  children?: readonly Node[] | null
}
interface TreeItem {
  value: string
  title: string
  children?: TreeItem[]
}
/** The tree of departments; fetched when first needed and kept a minute. */
export function useDepartTree(enabled: boolean): {
  nodes: readonly Node[]
  loading: boolean
  failed: boolean
} {
  const found = useApi(tree, {}, { enabled, staleTime: MINUTE, quiet: true })
  return { nodes: found.data ?? [], loading: enabled && found.isPending, failed: found.isError }
}
/** As antd's trees take it; the English name where there is one and English is read. */
export function departItems(
  nodes: readonly Node[],
  english: boolean,
  by: 'id' | 'orgCode' = 'id',
): TreeItem[] {
  return nodes.map((node) => ({
    value: node[by],
    title: (english && node.departNameEn) || node.departName,
    ...(node.children?.length ? { children: departItems(node.children, english, by) } : {}),
  }))
}

const titlesOf = (nodes: readonly Node[]): string[] =>
  nodes.flatMap(({ departName, children }) => [departName, ...titlesOf(children ?? [])])

/**
 * One or several departments, from their tree, each for itself: one above does not mean those
 * below. Typing narrows it. `by` names what the value holds: the id or the code. Fetched when it
 * is opened or has something to name.
 */
export function DepartSelect({
  value = null,
  onChange,
  many = false,
  by = 'id',
  ...rest
}: ChoiceProps & { by?: 'id' | 'orgCode' }) {
  const t = useT()
  const english = useLang() === 'en_US'
  const [open, setOpen] = useState(false)
  const chosen = chosenOf(value, many)
  const { nodes, loading, failed } = useDepartTree(open || chosen.length > 0)
  const [typed, setTyped] = useState('')
  const { spoken } = useSpoken(typed, titlesOf(nodes))
  return (
    <TreeSelect<string | string[] | null>
      {...rest}
      allowClear={{ label: t('choice.clear') }}
      onKeyDown={({ key, target }) => {
        const typed = target instanceof HTMLInputElement && target.value !== ''
        if (!many && !typed && (key === 'Backspace' || key === 'Delete')) onChange?.(null)
      }}
      className="py-wide"
      treeDefaultExpandAll
      popupMatchSelectWidth={false}
      loading={loading}
      treeData={departItems(nodes, english, by)}
      onOpenChange={setOpen}
      {...(many ? { multiple: true, maxTagCount: 'responsive' as const } : {})}
      showSearch={{
        onSearch: setTyped,
        filterTreeNode: (text, { title }) =>
          [String(title), ...spoken(String(title))].some((name) =>
            plain(name).includes(plain(text)),
          ),
      }}
      value={many ? chosen : (chosen[0] ?? null)}
      onChange={(next) => onChange?.(next ?? null)}
      notFoundContent={
        loading ? t('state.loading') : failed ? t('failure.loading') : t('empty.noMatch')
      }
    />
  )
}
