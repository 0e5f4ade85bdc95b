import { createHash } from 'node:crypto'
import type { Client, SFTPWrapper } from 'ssh2'
import { CarrierError } from '#server/features/carriers/carriers/index.ts'
import { guardedAddress } from '#server/kit/http/guarded-fetch.ts'
import { folderOf, SFTP_PORTS, type FileTarget } from './file-target.ts'

const DEADLINE_MS = 60_000
const READY_MS = 15_000

/** The server has another key than the one it is known by: nothing was sent to it, no password either. */
export class UnknownHostKey extends Error {
  override readonly name = 'UnknownHostKey'
  readonly shown: string
  constructor(shown: string) {
    super(`unknown host key ${shown}`)
    this.shown = shown
  }
}

interface Login {
  user: string
  password: string
  hostKey: string
}

/** A server's key as its owner publishes it. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`

/** Reason given where a server has no such folder. */
export const NO_FOLDER = 'no such folder'

/**
 * Puts a file into a folder of a server, which takes it whole or not at all: it is written under
 * another name first. Put again it takes the place of the one before.
 */
export const sftpPut = (
  target: FileTarget,
  login: Login,
  { name, bytes }: { name: string; bytes: Buffer },
  inside: readonly string[],
): Promise<void> =>
  withSftp(target, login, inside, (sftp, folder) => putWhole(sftp, folder, name, bytes))

/** One name: where files cannot be removed, tests leave a single one. */
const PROBE = '.parcelyard-test.part'

/** Whether a file could be put there: a little one is, and removed again where that is allowed. */
export const sftpProbe = (
  target: FileTarget,
  login: Login,
  inside: readonly string[],
): Promise<void> =>
  withSftp(target, login, inside, async (sftp, folder) => {
    const part = `${folder}/${PROBE}`
    try {
      await step((answered) => sftp.writeFile(part, Buffer.from('test'), answered))
    } catch (error) {
      if ((error as { code?: unknown }).code === 2) throw new CarrierError('refused', NO_FOLDER)
      throw error
    }
    await step((answered) => sftp.unlink(part, answered)).catch(() => {})
  })

async function withSftp(
  { host, port, url }: FileTarget,
  { user, password, hostKey }: Login,
  inside: readonly string[],
  work: (sftp: SFTPWrapper, folder: string) => Promise<void>,
): Promise<void> {
  const address = await addressOf(host, port, inside)
  // Loaded with the first file, not with the server.
  const { Client: SshClient } = (await import('ssh2')).default
  const client = new SshClient()
  let shown = ''
  const late = setTimeout(() => client.destroy(), DEADLINE_MS)
  try {
    const lost = lossOf(client)
    client.connect({
      host: address,
      port,
      username: user,
      password,
      readyTimeout: READY_MS,
      hostVerifier: (key: Buffer) => {
        shown = fingerprintOf(key)
        return shown === hostKey
      },
    })
    const sftp = await Promise.race([openSftp(client), lost])
    await Promise.race([work(sftp, folderOf(decodeURIComponent(url.pathname))), lost])
  } catch (error) {
    if (shown !== '' && shown !== hostKey) throw new UnknownHostKey(shown)
    throw faultOf(error)
  } finally {
    clearTimeout(late)
    client.end()
  }
}

async function addressOf(host: string, port: number, inside: readonly string[]): Promise<string> {
  try {
    return await guardedAddress({ host, port }, SFTP_PORTS, inside)
  } catch (error) {
    throw (error as { code?: string }).code === 'ADDRESS'
      ? new CarrierError('refused', 'address not allowed')
      : new CarrierError('network', 'no such host')
  }
}

const openSftp = (client: Client): Promise<SFTPWrapper> =>
  new Promise((done, failed) => {
    client.on('ready', () => client.sftp((error, sftp) => (error ? failed(error) : done(sftp))))
  })

/** Never fulfilled; rejected where the connection fails or ends early. */
function lossOf(client: Client): Promise<never> {
  const loss = new Promise<never>((_done, failed) => {
    client.on('error', failed)
    client.on('close', () => failed(new Error('connection closed')))
  })
  // The end of a connection that is used no more is of interest to nothing.
  loss.catch(() => {})
  return loss
}

type Answered = (error?: Error | null) => void
const step = (ask: (answered: Answered) => void): Promise<void> =>
  new Promise((done, failed) => ask((error) => (error ? failed(error) : done())))

async function putWhole(
  sftp: SFTPWrapper,
  folder: string,
  name: string,
  bytes: Buffer,
): Promise<void> {
  const [part, whole] = [`${folder}/.${name}.part`, `${folder}/${name}`]
  await step((answered) => sftp.writeFile(part, bytes, answered))
  // Without it a server refuses a name that is taken; there may be none to remove.
  await step((answered) => sftp.unlink(whole, answered)).catch(() => {})
  await step((answered) => sftp.rename(part, whole, answered))
}

/** Codes of SFTP: what is not there, not allowed, or otherwise not done. */
const REFUSED = new Set<unknown>([2, 3, 4, 8])

function faultOf(error: unknown): CarrierError {
  if (error instanceof CarrierError) return error
  const {
    level,
    code,
    message = '',
  } = error as {
    level?: string
    code?: unknown
    message?: string
  }
  if (level === 'client-authentication') return new CarrierError('auth', 'login not accepted')
  if (level === 'client-timeout') return new CarrierError('timeout', 'deadline passed')
  if (REFUSED.has(code)) return new CarrierError('refused', plain(message))
  return new CarrierError('network', typeof code === 'string' ? code : plain(message))
}

// oxlint-disable-next-line no-control-regex
const plain = (text: string): string => text.replace(/[\x00-\x1f\x7f]+/g, ' ').slice(0, 200)
