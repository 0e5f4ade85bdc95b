import { checkRuleList } from '#contracts/platform/rules/check-rules.ts'
import type { FieldInputProps } from '../../../kit/form/field-input-props.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { SegmentsInput } from './segments-input.tsx'
import './rules.css'

const INPUTS = { ruleJson: (props: FieldInputProps) => <SegmentsInput {...props} /> }

/** Rules for typed values: segments with a pattern each, tried out where they are written. */
export default function CheckRules() {
  return (
    <ResourceScreen
      of={checkRuleList}
      columns={['ruleCode', 'ruleName', 'ruleDescription', 'updateTime']}
      inputs={INPUTS}
    />
  )
}
