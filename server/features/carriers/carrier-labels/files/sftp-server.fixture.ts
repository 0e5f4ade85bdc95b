import { generateKeyPairSync } from 'node:crypto'
import ssh2 from 'ssh2'
import { fingerprintOf } from './sftp-put.ts'

export interface SftpServer {
  port: number
  fingerprint: string
  /** Names that asked to be let in. */
  logins: string[]
  files: Map<string, Buffer>
  mayRemove: boolean
  close(): Promise<void>
}
const { Server, utils } = ssh2
const { OPEN_MODE, STATUS_CODE } = utils.sftp

/** A little SFTP server that lets anna in and remembers what it is sent into its only folder. */
export async function openSftpServer(): Promise<SftpServer> {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const parsed = utils.parseKey(privateKey)
  if (parsed instanceof Error) throw parsed
  const logins: string[] = []
  const files = new Map<string, Buffer>()
  const server = new Server({ hostKeys: [privateKey] }, (client) => {
    client.on('error', () => {})
    client.on('authentication', (asked) => {
      if (asked.method !== 'password') return asked.reject(['password'])
      logins.push(asked.username)
      if (asked.username === 'anna' && asked.password === 'secret 1') asked.accept()
      else asked.reject(['password'])
    })
    client.on('session', (accept) =>
      accept().on('sftp', (begin) => {
        const sftp = begin()
        const open = new Map<number, string>()
        sftp.on('OPEN', (id, path, flags) => {
          if (!(flags & OPEN_MODE.WRITE)) return sftp.status(id, STATUS_CODE.PERMISSION_DENIED)
          if (!path.startsWith('/in/')) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
          const handle = Buffer.alloc(4)
          handle.writeUInt32BE(open.size)
          open.set(open.size, path)
          files.set(path, Buffer.alloc(0))
          sftp.handle(id, handle)
        })
        sftp.on('WRITE', (id, handle, _offset, data) => {
          const path = open.get(handle.readUInt32BE())!
          files.set(path, Buffer.concat([files.get(path)!, data]))
          sftp.status(id, STATUS_CODE.OK)
        })
        sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK))
        sftp.on('CLOSE', (id) => sftp.status(id, STATUS_CODE.OK))
        sftp.on('REMOVE', (id, path) => {
          if (!opened.mayRemove) return sftp.status(id, STATUS_CODE.PERMISSION_DENIED)
          sftp.status(id, files.delete(path) ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE)
        })
        sftp.on('RENAME', (id, from, to) => {
          const content = files.get(from)
          if (!content || files.has(to)) return sftp.status(id, STATUS_CODE.FAILURE)
          files.delete(from)
          files.set(to, content)
          sftp.status(id, STATUS_CODE.OK)
        })
      }),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  const opened: SftpServer = {
    port,
    fingerprint: fingerprintOf(parsed.getPublicSSH()),
    logins,
    files,
    mayRemove: true,
    close: () => new Promise((done) => server.close(() => done())),
  }
  return opened
}
