import { PlayCircleOutlined } from '@ant-design/icons'
import { Modal } from 'antd'
import { useState } from 'react'
import { fillRules, fillRuleList } from '#contracts/platform/rules/fill-rules.ts'
import { CopyText } from '../../../kit/platform/cells.tsx'
import type { FieldInputProps } from '../../../kit/form/field-input-props.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { ParamsInput } from './params-input.tsx'
import './rules.css'

const INPUTS = { ruleParams: (props: FieldInputProps) => <ParamsInput {...props} /> }

/**
 * What fills itself in: generators of the product by name, with their parameters, each to be tried.
 */
export default function FillRules() {
  const t = useT('rules')
  const [result, setResult] = useState<{ code: string; text: string } | null>(null)
  const test = useAction(fillRules.testFillRule, { success: false })
  const run = async (code: string) => {
    const done = await test.run({ ruleCode: code })
    if (done.ok) setResult({ code, text: done.result })
  }
  return (
    <>
      <ResourceScreen
        of={fillRuleList}
        columns={['ruleCode', 'ruleName', 'ruleClass', 'ruleParams', 'updateTime']}
        inputs={INPUTS}
        cells={{ ruleParams: (row) => <code className="rul-code">{row.ruleParams ?? ''}</code> }}
        rowActions={(row) => [
          {
            key: 'test',
            label: t('fill.test'),
            icon: <PlayCircleOutlined />,
            blocked: test.busy ? ' ' : null,
            onClick: () => void run(row.ruleCode ?? ''),
          },
        ]}
      />
      {result && (
        <Modal
          open
          title={`${t('fill.test')} ${result.code}`}
          width={440}
          footer={null}
          onCancel={() => setResult(null)}
        >
          <p>{t('fill.test.result')}</p>
          <p className="rul-result">
            <CopyText text={result.text} />
          </p>
          <p className="py-hint">{t('fill.test.note')}</p>
        </Modal>
      )}
    </>
  )
}
