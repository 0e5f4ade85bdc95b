import { useT } from '../../../kit/text/i18n.ts'
import { schemaRows, typeName, type Limit } from './schema-rows.ts'
import type { ApiDocument, Schema } from './api-document.ts'

/** A shape as a readable tree: name, kind, whether it must be there, limits. */
export function SchemaTree({
  document,
  schema,
  label,
}: {
  document: ApiDocument
  schema: Schema
  label: string
}) {
  const t = useT('api-docs')
  const rows = schemaRows(document, schema)
  const own = typeName(document, schema)
  return (
    <>
      <p className="api-type">
        <code>{own}</code>
      </p>
      {rows.length > 0 && (
        <div className="api-scroll">
          <table className="api-table" data-kind="tree" aria-label={label}>
            <thead>
              <tr>
                <th>{t('name')}</th>
                <th>{t('type')}</th>
                <th>{t('limits')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key}>
                  <td style={{ paddingInlineStart: 8 + row.depth * 18 }}>
                    <code>{row.name}</code>
                    {row.required && <Required />}
                  </td>
                  <td>
                    <code className="api-kind">{row.type}</code>
                  </td>
                  <td>{row.again ? t('again') : <Limits of={row.limits} note={row.note} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

export function Limits({ of: limits, note = '' }: { of: readonly Limit[]; note?: string }) {
  const t = useT('api-docs')
  return (
    <>
      {[
        ...limits.map(({ kind, text }) =>
          kind === 'plain' ? text : t(`limit.${kind}`, { range: text }),
        ),
        note,
      ]
        .filter(Boolean)
        .join(' · ')}
    </>
  )
}

export function Required() {
  const t = useT('api-docs')
  return (
    <span className="api-required" title={t('required')} aria-label={t('required')}>
      *
    </span>
  )
}
