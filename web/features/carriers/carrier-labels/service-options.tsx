import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { Described } from './use-carrier.ts'

export interface Option {
  code: string
  /** Empty where the carrier wants none. */
  value: string
}

/** Additional services of the carrier that go with a service, with their values. */
export function ServiceOptions({ name, offers }: { name: number; offers: Described['services'] }) {
  const t = useT('carrier-labels')
  const choices = offers.map(({ code, title }) => ({ value: code, label: title }))
  return (
    <Form.List name={[name, 'options']}>
      {(rows, { add, remove }) => (
        <>
          {rows.map((row) => (
            <div key={row.key} className="carrier-service py-form-wide">
              <Form.Item name={[row.name, 'code']} label={t('option')}>
                <ChoiceInput options={choices} />
              </Form.Item>
              <Form.Item name={[row.name, 'value']} label={t('option.value')}>
                <Input maxLength={200} autoComplete="off" placeholder={t('option.none')} />
              </Form.Item>
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('action.remove')}
                onClick={() => remove(row.name)}
              />
            </div>
          ))}
          <Button type="link" icon={<PlusOutlined />} onClick={() => add({ code: '', value: '' })}>
            {t('option.add')}
          </Button>
        </>
      )}
    </Form.List>
  )
}
