import { useCallback, type MouseEventHandler } from 'react'

/**
 * Shows what DOMPurify made. Nodes are put in, never text: under trusted types a text does not
 * become markup.
 */
export function CleanMarkup({
  markup,
  className,
  onClick,
}: {
  markup: DocumentFragment
  className: string
  onClick?: MouseEventHandler
}) {
  const fill = useCallback(
    (place: HTMLDivElement | null) => place?.replaceChildren(markup.cloneNode(true)),
    [markup],
  )
  return <div ref={fill} className={className} onClick={onClick} />
}
