import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { idText, INT_MAX, rowVersion } from '../../kit/envelope.ts'
import { labelDocument, PAGE_SIZES, wholeDocument } from './document.ts'
import { FIELD_GROUPS } from './fields.ts'
import { finding } from './findings.ts'
import { labelOverview } from './overview.ts'

/**
 * `draft`: at most one of a template, and the only one that changes. `published`: what labels are
 * drawn by. `retired`: was published, and can be again.
 */
export const DESIGN_STATES = ['draft', 'published', 'retired'] as const
export type DesignState = (typeof DESIGN_STATES)[number]

export const PICTURE_BYTES = 2 * 1024 * 1024
export const PICTURES_MAX = 200

const design = z.object({
  id: z.string(),
  versionNo: z.int(),
  state: z.enum(DESIGN_STATES),
  remark: z.string().nullable(),
  publishedAt: z.string().nullable(),
  publishedBy: z.string().nullable(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
  /** Row version, for `saveDraft`, `dropDraft`, `publish` and `rollBack`. */
  version: z.int(),
})
export type Design = z.infer<typeof design>

/** A template with its versions, newest first, and the document of one of them. */
const desk = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  nameEn: z.string().nullable(),
  /** By which labels are drawn that no version was published of: the layout of this size. */
  size: z.string(),
  footer: z.string().nullable(),
  /** Services whose labels it draws. */
  services: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
  designs: z.array(design),
  /** Of which the document is; null where it is the built-in layout. */
  designId: z.string().nullable(),
  document: wholeDocument,
})
const changed = { touches: ['/erp/labelTemplate'] } as const

export const labelDesigns = endpoints({
  /**
   * Without `designId` the draft, else the published version, else the built-in layout of its size.
   */
  design: {
    method: 'GET',
    path: '/erp/labelTemplate/design',
    perm: 'dlv:label:list',
    in: z.object({ id: idText, designId: idText.optional() }),
    out: desk,
  },
  /**
   * Made where there is none yet (`version` null; refused where there is one by now). Saved with
   * errors, too: only `publish` refuses them. `findings` are those of `check` without reading back.
   */
  saveDraft: {
    method: 'PUT',
    path: '/erp/labelTemplate/saveDraft',
    perm: 'dlv:label:edit',
    in: z.object({
      id: idText,
      version: rowVersion.nullable(),
      document: labelDocument,
      remark: z.string().trim().max(200).nullable().default(null),
    }),
    out: z.object({ design, findings: z.array(finding) }),
    ...changed,
    message: 'ok.edited',
  },
  dropDraft: {
    method: 'DELETE',
    path: '/erp/labelTemplate/dropDraft',
    perm: 'dlv:label:edit',
    in: z.object({ id: idText, version: z.coerce.number().int().max(INT_MAX) }),
    out: z.null(),
    ...changed,
    message: 'ok.deleted',
  },
  /**
   * All findings of a document, with everyday values and with the longest ones; the drawn bars are
   * read back. Nothing is stored.
   */
  check: {
    method: 'POST',
    path: '/erp/labelTemplate/check',
    perm: 'dlv:label:list',
    in: z.object({
      document: labelDocument,
      /** Whose bars are answered. */
      sample: z.enum(['usual', 'longest']).default('usual'),
    }),
    out: z.object({
      ok: z.boolean(),
      findings: z.array(finding),
      /**
       * The bars of the sample, of elements it shows and whose box holds them: an SVG path (filled
       * `evenodd`, in mm from the corner of the box before it is turned).
       */
      bars: z.array(z.object({ elementId: z.string(), path: z.string() })),
    }),
  },
  /** Refused with errors (`labelTemplate.hasErrors`, `result` the findings). */
  publish: {
    method: 'PUT',
    path: '/erp/labelTemplate/publish',
    perm: 'dlv:label:publish',
    /** Row version of the draft. */
    in: z.object({ id: idText, version: rowVersion }),
    out: z.object({ design, findings: z.array(finding) }),
    ...changed,
    message: 'ok.edited',
  },
  /** A retired version is what labels are drawn by again; `version` is its row version. */
  rollBack: {
    method: 'PUT',
    path: '/erp/labelTemplate/rollBack',
    perm: 'dlv:label:publish',
    in: z.object({ id: idText, designId: idText, version: rowVersion }),
    out: z.object({ design }),
    ...changed,
    message: 'ok.edited',
  },
  /** A new template whose draft is a document of another one. */
  copy: {
    method: 'POST',
    path: '/erp/labelTemplate/copy',
    perm: 'dlv:label:add',
    in: z.object({
      id: idText,
      designId: idText.optional(),
      code: z.string().trim().min(1, { error: 'field.required' }).max(32),
      name: z.string().trim().min(1, { error: 'field.required' }).max(100),
      nameEn: z.string().trim().max(100).nullable().default(null),
    }),
    out: z.object({ id: z.string() }),
    ...changed,
    idempotency: 'accepted',
    message: 'ok.added',
  },
  /** What can be bound, in the order of a menu, in the caller's language. */
  fields: {
    method: 'GET',
    path: '/erp/labelTemplate/fields',
    perm: 'dlv:label:list',
    in: z.object({}),
    out: z.object({
      fields: z.array(
        z.object({
          key: z.string(),
          group: z.enum(FIELD_GROUPS),
          groupText: z.string(),
          kind: z.enum(['text', 'date', 'code']),
          text: z.string(),
          help: z.string().nullable(),
          sample: z.string(),
          longest: z.string(),
        }),
      ),
    }),
  },
  /** A document to begin with: the built-in layout of a size, by which a template without one prints. */
  builtIn: {
    method: 'GET',
    path: '/erp/labelTemplate/builtIn',
    perm: 'dlv:label:list',
    in: z.object({
      size: z.enum([...(Object.keys(PAGE_SIZES) as [keyof typeof PAGE_SIZES]), 'A4x4']),
    }),
    out: z.object({ document: wholeDocument }),
  },
})

const picture = z.object({
  id: z.string(),
  name: z.string(),
  /** Pixels, as it is stored. */
  width: z.int(),
  height: z.int(),
  createTime: z.string(),
})

export const labelPictures = endpoints({
  pictures: {
    method: 'GET',
    path: '/erp/labelPicture/list',
    perm: 'dlv:label:list',
    in: z.object({}),
    out: z.object({ pictures: z.array(picture) }),
  },
  /**
   * PNG, JPEG or WebP, part `file`, at most 2 MiB; kept in grey, at most 1,200 pixels a side. The
   * same picture again is the one there is.
   */
  addPicture: {
    method: 'POST',
    path: '/erp/labelPicture/add',
    perm: 'dlv:label:edit',
    in: z.object({}),
    out: picture,
    body: 'multipart',
    limit: PICTURE_BYTES + 64 * 1024,
    touches: ['/erp/labelPicture'],
    message: 'ok.added',
  },
  /** PNG. */
  picture: {
    method: 'GET',
    path: '/erp/labelPicture/view',
    perm: 'dlv:label:list',
    in: z.object({ id: idText }),
    out: z.null(),
    reply: 'file',
  },
  /** Refused while a version of a template shows it. */
  dropPicture: {
    method: 'DELETE',
    path: '/erp/labelPicture/delete',
    perm: 'dlv:label:edit',
    in: z.object({ id: idText }),
    out: z.null(),
    touches: ['/erp/labelPicture'],
    message: 'ok.deleted',
  },
})

export const labelDesignCalls = { ...labelDesigns, ...labelPictures, ...labelOverview }
