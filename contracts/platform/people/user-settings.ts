import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'

export const SETTING_KEY = /^[a-z][\w.:/-]{0,99}$/
/** A setting is a choice, not a store: as JSON text it has at most this many bytes. */
export const SETTING_BYTES = 16 * 1024
export const SETTINGS_MAX = 300

const key = z.string({ error: 'field.text' }).regex(SETTING_KEY, { error: 'field.invalid' })
/** What the database's JSON cannot hold: a zero byte, half a surrogate pair. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f]\w\w)/
const value = z
  .unknown()
  .refine((sent) => sent !== undefined, { error: 'field.required' })
  .refine((sent) => new TextEncoder().encode(JSON.stringify(sent) ?? '').length <= SETTING_BYTES, {
    error: 'field.tooLarge',
  })
  .refine((sent) => !UNSTORABLE.test(JSON.stringify(sent) ?? ''), { error: 'field.invalid' })

/**
 * What a person has chosen in the interface (columns, density, default views), kept beyond one
 * browser. Always the caller's own.
 */
export const userSettings = endpoints({
  all: {
    method: 'GET',
    path: '/sys/userSetting/all',
    login: true,
    own: true,
    in: z.object({}),
    out: z.record(z.string(), z.unknown()),
  },
  save: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/userSetting/save',
    login: true,
    own: true,
    in: z.object({ key, value }),
    out: z.null(),
    message: 'ok.edited',
  },
  delete: {
    method: 'DELETE',
    path: '/sys/userSetting/delete',
    login: true,
    in: z.object({ key }),
    out: z.null(),
    message: 'ok.deleted',
  },
})
