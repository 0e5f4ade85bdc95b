import { Input } from 'antd'
import { useId } from 'react'
import type { MenuNode } from '#contracts/platform/session/session.ts'
import type { FieldInputProps } from '../../../kit/form/field-input-props.ts'
import { useSession } from '../../../kit/session/session.ts'

/** Pages of the menu by their titles, for what an announcement opens; or any address typed. */
export function PageLinkInput({ value, onChange, text: _text, ...rest }: FieldInputProps) {
  const list = useId()
  const { rights } = useSession()
  return (
    <>
      <Input
        {...rest}
        list={list}
        maxLength={300}
        spellCheck={false}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange?.(event.target.value === '' ? null : event.target.value)}
      />
      <datalist id={list}>
        {pagesOf(rights?.menu ?? []).map(({ path, title }) => (
          <option key={path} value={path}>
            {title}
          </option>
        ))}
      </datalist>
    </>
  )
}

function pagesOf(menu: readonly MenuNode[]): { path: string; title: string }[] {
  return menu.flatMap((node) =>
    node.children?.length
      ? pagesOf(node.children)
      : node.hidden || node.path.includes(':')
        ? []
        : [{ path: node.path, title: node.meta.title }],
  )
}
