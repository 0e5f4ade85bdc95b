export { mustLead } from './must-lead.ts'
export { departmentCalls } from './calls.ts'
