import { addressIssue } from '#server/kit/http/guarded-fetch.ts'
import type { AccountField, LabelCarrier, Title } from '../carriers/label-carrier.ts'

const titled = (zh_CN: string, en_US: string): Title => ({ zh_CN, en_US })
const field = (name: string, title: Title, max: number, secret = false): AccountField => ({
  name,
  title,
  secret,
  required: false,
  max,
})

/** Sealed in the database like a carrier's own secrets. */
export const FILE_PASSWORD = 'filePassword'
export const FILE_URL = 'fileUrl'
/** How a service is handed over: as a file once the batch is closed (domain 3.3). */
export const BY_FILE = '5'
/** Where an account's files go; every carrier's account has them. */
export const FILE_FIELDS: readonly AccountField[] = [
  field(FILE_URL, titled('上传地址（https:// 或 sftp://）', 'Address (https:// or sftp://)'), 200),
  field('fileUser', titled('上传用户名', 'User'), 100),
  field('fileHostKey', titled('SFTP 服务器指纹', 'Fingerprint of the SFTP server'), 100),
  field(FILE_PASSWORD, titled('文件上传密码', 'Password for files'), 200, true),
]

export const fieldsOf = ({ fields }: Pick<LabelCarrier, 'fields'>): readonly AccountField[] => [
  ...fields,
  ...FILE_FIELDS,
]

export interface FileTarget {
  url: URL
  host: string
  port: number
  isSftp: boolean
}
/** Where SFTP servers listen; others only where the operator vouches for them. */
export const SFTP_PORTS = [22, 2222, 10_022]
const USUAL_PORT: Record<string, number> = { 'sftp:': 22, 'http:': 80, 'https:': 443 }

/** The place an address names; null where none may be sent a file there. */
export function fileTarget(address: string, inside: readonly string[]): FileTarget | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const host = url.hostname
  const usual = USUAL_PORT[url.protocol]
  const port = usual === undefined ? 0 : Number(url.port) || usual
  const isSftp = url.protocol === 'sftp:'
  const target = { url, host, port, isSftp }
  // A path of SFTP is decoded; what cannot be is no path.
  if (port === 0 || !isDecodable(url.pathname)) return null
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return null
  if (inside.includes(`${host}:${port}`)) return target
  if (!isSftp) return addressIssue(url, [host]) ? null : target
  return /^[a-z0-9.-]{1,253}$/.test(host) && SFTP_PORTS.includes(port) ? target : null
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** A path without slashes at its end. */
export const folderOf = (path: string): string =>
  path.endsWith('/') ? folderOf(path.slice(0, -1)) : path

/** Two addresses at one place: a secret entered for it is sent nowhere else. */
export const samePlace = (one: string | undefined, other: string | undefined): boolean =>
  placeOf(one) === placeOf(other)

function placeOf(address = ''): string {
  if (!URL.canParse(address)) return address
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}`
}
