import type { LabelCondition } from '#contracts/commercial/labels/document.ts'
import { isFieldKey } from '#contracts/commercial/labels/fields.ts'
import type { T } from '../../../../kit/text/i18n.ts'
import type { Difference, ValueChange } from '../model/compare-documents.ts'
import { elementTitle } from './element-words.ts'

const LENGTHS = new Set(['x', 'y', 'w', 'h', 'width', 'height', 'frame', 'module'])

function valueWords(key: string, value: unknown, t: T, fields: T): string {
  if (value === undefined || value === null || value === '') return t('value.none')
  if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no')
  if (key === 'field' && typeof value === 'string' && isFieldKey(value)) return fields(value)
  if (key === 'symbology') return t(`symbology.${String(value)}`)
  if (key === 'pictureId') return t('value.picture', { id: String(value) })
  if (key === 'when') return conditionWords(value as LabelCondition[], t, fields)
  if (key === 'sheet') {
    const { width, height, columns, rows } = value as Record<string, number>
    return `${width} × ${height} mm, ${columns} × ${rows}`
  }
  if (LENGTHS.has(key)) return `${String(value)} mm`
  if (key === 'size' || key === 'minSize') return `${String(value)} pt`
  const choice = `choice.${key}.${String(value)}`
  return t.has(choice) ? t(choice) : String(value)
}

export function conditionWords(list: readonly LabelCondition[], t: T, fields: T): string {
  if (list.length === 0) return t('when.always')
  return list
    .map(({ field, op, values }) =>
      [fields(field), t(`when.${op}`), op.endsWith('neOf') ? values.join(', ') : '']
        .filter(Boolean)
        .join(' '),
    )
    .join(t('and'))
}

const changeWords = ({ key, before, after }: ValueChange, t: T, fields: T): string =>
  t('difference.value', {
    name: t(t.has(`property.${key}`) ? `property.${key}` : `page.${key}`),
    before: valueWords(key, before, t, fields),
    after: valueWords(key, after, t, fields),
  })

/** A difference in words: what it is about, and what became of it. */
export function differenceWords(
  one: Difference,
  t: T,
  fields: T,
): { title: string; lines: string[] } {
  if (one.kind === 'order') return { title: t('difference.order'), lines: [] }
  if (one.kind === 'document')
    return {
      title: t('page'),
      lines: one.values.map((change) => changeWords(change, t, fields)),
    }
  const title = `${t(`type.${one.element.type}`)}: ${elementTitle(one.element, t, fields)}`
  if (one.kind !== 'changed') return { title, lines: [t(`difference.${one.kind}`)] }
  return { title, lines: one.values.map((change) => changeWords(change, t, fields)) }
}
