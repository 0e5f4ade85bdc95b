import { z } from 'zod'

/** The user of a session, with the fields of the family's user (wire.md §6.1). */
export const userInfo = z.object({
  id: z.string(),
  username: z.string(),
  realname: z.string(),
  /** The name once more, as the specification calls it. */
  nickname: z.string(),
  avatar: z.string().nullable(),
  birthday: z.string().nullable(),
  sex: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** The department worked in; `orgCodeTxt` names all one belongs to. */
  orgCode: z.string().nullable(),
  orgCodeTxt: z.string(),
  status: z.string(),
  delFlag: z.string(),
  workNo: z.string().nullable(),
  /** Codes of the positions. */
  post: z.string(),
  telephone: z.string().nullable(),
  userIdentity: z.string(),
  /** Departments one leads. */
  departIds: z.string(),
  /** Of clients with a workflow engine or a third-party account in the row: never set. */
  activitiSync: z.null(),
  thirdType: z.null(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
  customerId: z.string().nullable(),
  relTenantIds: z.string(),
  printSet: z.unknown().nullable(),
  /** The zone whose days the company's figures and lists go by. */
  companyZone: z.string(),
  /** Sees personal fields masked: it narrows and sorts no list by them. */
  maskPersonal: z.boolean(),
  /** The page its role begins with; null: the first of all. */
  homePath: z.string().nullable(),
  /** Set where another user acts as this one: who, and until when at the longest. */
  acting: z.object({ by: z.string(), until: z.string() }).optional(),
})
export type UserInfo = z.infer<typeof userInfo>
