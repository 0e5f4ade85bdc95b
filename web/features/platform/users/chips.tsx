/** Names that stand in one text, each for itself. */
export function Chips({ text, most = 99 }: { text: string | null | undefined; most?: number }) {
  const names = (text ?? '').split(',').filter(Boolean)
  if (names.length === 0) return <span className="py-none">–</span>
  return (
    <span className="usr-chips" title={names.length > most ? names.join(', ') : undefined}>
      {names.slice(0, most).map((name) => (
        <span key={name}>{name}</span>
      ))}
      {names.length > most && <em>+{names.length - most}</em>}
    </span>
  )
}
