import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'
import { dict, text, textarea } from '../../kit/field.ts'

/** Answers staff put in with one press, in both languages. */
export const cannedReplies = crud(
  entity({
    name: 'canned-replies',
    table: 'canned_reply',
    scope: 'tenant',
    label: 'title',
    fields: {
      title: text({
        max: 60,
        required: true,
        unique: true,
        filter: 'like',
        sort: true,
        width: 180,
      }),
      type: dict('case_type', { filter: 'in', width: 120 }),
      textZh: textarea({ max: 4000, required: true, show: ['list', 'form', 'detail'], width: 280 }),
      textEn: textarea({ max: 4000, required: true, show: ['list', 'form', 'detail'], width: 280 }),
    },
  }),
  { path: '/rwms/cannedReply', perm: 'ret:canned' },
)
