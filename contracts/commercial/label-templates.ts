import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { bool, dict, text, textarea } from '../kit/field.ts'

/** Our own parcel label: its size and which of the optional blocks it bears. */
export const labelTemplates = crud(
  entity({
    name: 'label-templates',
    table: 'label_template',
    scope: 'tenant',
    label: 'name',
    fields: {
      code: text({ required: true, max: 32, unique: true, filter: 'like', sort: true, width: 130 }),
      name: text({ required: true, max: 100, filter: 'like', sort: true, width: 200 }),
      nameEn: text({ max: 100, filter: 'like', width: 200 }),
      size: dict('label_size', { required: true, initial: '100x150', filter: 'in', width: 130 }),
      showSender: bool({ initial: true, width: 110 }),
      showReference: bool({ initial: true, width: 110 }),
      showQr: bool({ initial: true, width: 110 }),
      footer: text({ max: 120, width: 220 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/labelTemplate',
    perm: 'dlv:label',
  },
)
