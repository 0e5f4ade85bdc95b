import { useId } from 'react'
import { FIELD_TYPES, onlineReports } from '#contracts/insight/online-reports.ts'
import { useApi } from '../../../kit/http/query.ts'
import { RowGrid } from '../../../kit/table/row-grid/row-grid.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { blankItem, blankParam, type ItemLine, type ParamLine } from './report-lines.ts'

interface LinesProps<L> {
  value?: readonly L[]
  issues: Readonly<Record<string, string>>
  onEdit: (rows: readonly L[]) => void
}

export function Items({ value = [], issues, onEdit }: LinesProps<ItemLine>) {
  const t = useT('online-reports')
  const id = useId()
  const yesNo = [
    { value: '1', label: t('value.yes') },
    { value: '0', label: t('value.no') },
  ]
  return (
    <div className="py-form-wide">
      <h3>{t('columns')}</h3>
      <RowGrid<ItemLine>
        id={id}
        label={t('columns')}
        path="items"
        columns={[
          { key: 'fieldName', title: t('fieldName'), width: 150, max: 63, required: true },
          { key: 'fieldTxt', title: t('fieldTxt'), width: 150, max: 100, required: true },
          { key: 'fieldTxtEn', title: t('fieldTxtEn'), width: 150, max: 100 },
          {
            key: 'fieldType',
            title: t('fieldType'),
            width: 110,
            choices: FIELD_TYPES.map((type) => ({ value: type, label: type })),
          },
          { key: 'isShow', title: t('isShow'), width: 70, choices: yesNo },
          { key: 'isOrder', title: t('isOrder'), width: 70, choices: yesNo },
          {
            key: 'search',
            title: t('isSearch'),
            width: 90,
            choices: [
              { value: 'no', label: t('value.no') },
              { value: 'single', label: t('value.yes') },
              { value: 'group', label: t('group') },
            ],
          },
          { key: 'isTotal', title: t('isTotal'), width: 70, choices: yesNo },
          { key: 'dictCode', title: t('dictCode'), width: 130, max: 100 },
          { key: 'fieldHref', title: t('fieldHref'), width: 220, max: 300 },
          { key: 'perm', title: t('perm'), width: 150, max: 64 },
        ]}
        rows={value}
        onChange={onEdit}
        blank={blankItem}
        max={50}
        issues={issues}
        showsRefusals
        height={320}
      />
    </div>
  )
}

export function Params({ value = [], issues, onEdit }: LinesProps<ParamLine>) {
  const t = useT('online-reports')
  const id = useId()
  if (value.length === 0) return null
  return (
    <div className="py-form-wide">
      <h3>{t('params')}</h3>
      <RowGrid<ParamLine>
        id={id}
        label={t('params')}
        path="params"
        columns={[
          { key: 'paramName', title: t('paramName'), width: 150, max: 32, required: true },
          { key: 'paramTxt', title: t('paramTxt'), width: 220, max: 100, required: true },
          { key: 'paramValue', title: t('paramValue'), width: 220, max: 200 },
        ]}
        rows={value}
        onChange={onEdit}
        blank={blankParam}
        max={10}
        issues={issues}
        showsRefusals
        height={200}
      />
    </div>
  )
}

/** What a statement may read. */
export function Views() {
  const t = useT('online-reports')
  const views = useApi(onlineReports.views, {})
  return (
    <details className="py-form-wide rep-views">
      <summary>{t('views')}</summary>
      <dl>
        {views.data?.map(({ name, columns }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{columns.join(', ')}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
