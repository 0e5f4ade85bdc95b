import { createServer as createHttp, type IncomingMessage } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface Mail {
  from: string
  to: string[]
  data: string
  user: string | null
}

/** As `data`: the mail is taken and the connection lost before the answer. */
export const LOST = 'lost'

/**
 * A mail server that speaks SMTP without TLS, and answers as configured: `rcpt`, `data` and `auth`
 * are its next answers.
 */
export async function smtpServer() {
  const mails: Mail[] = []
  const replies = {
    rcpt: '250 ok',
    data: '250 2.0.0 taken as 4711',
    auth: '235 welcome',
    greet: '220 stand-in ESMTP',
  }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    let mail: Mail = { from: '', to: [], data: '', user: null }
    let reading = false
    let buffer = ''
    const notify = (text: string) => socket.write(`${text}\r\n`)
    notify(replies.greet)
    const take = (line: string): unknown => {
      if (reading) {
        if (line !== '.') mail.data += `${line}\n`
        else {
          reading = false
          if (replies.data.startsWith('250') || replies.data === LOST) mails.push(mail)
          if (replies.data === LOST) return socket.destroy()
          notify(replies.data)
          mail = { from: '', to: [], data: '', user: mail.user }
        }
        return
      }
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'EHLO') notify('250-stand-in\r\n250-AUTH PLAIN LOGIN\r\n250 8BITMIME')
      else if (verb === 'AUTH') {
        mail.user =
          Buffer.from(line.split(' ')[2] ?? '', 'base64')
            .toString('utf8')
            .split('\0')[1] ?? null
        notify(replies.auth)
      } else if (verb === 'MAIL') {
        mail.from = line
        notify('250 ok')
      } else if (verb === 'RCPT') {
        mail.to.push(line)
        notify(replies.rcpt)
      } else if (verb === 'DATA') {
        reading = true
        notify('354 go on')
      } else if (verb === 'QUIT') {
        notify('221 bye')
        socket.end()
      } else notify('250 ok')
    }
    socket.on('data', (chunk) => {
      buffer += chunk.toString('utf8')
      const lines = buffer.split('\r\n')
      buffer = lines.pop()!
      lines.forEach(take)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    replies,
    close: () =>
      new Promise<void>((done) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => done())
      }),
  }
}

/** A provider over HTTP: keeps what it is sent and answers `say`. */
export async function smsServer() {
  const calls: {
    url: string
    method: string
    headers: IncomingMessage['headers']
    body: string
  }[] = []
  const replies = { status: 200, body: '{"code":"OK"}', headers: {} as Record<string, string> }
  const server = createHttp((request, response) => {
    let body = ''
    request
      .setEncoding('utf8')
      .on('data', (chunk: string) => {
        body += chunk
      })
      .on('end', () => {
        calls.push({
          url: request.url ?? '',
          method: request.method ?? '',
          headers: request.headers,
          body,
        })
        response.writeHead(replies.status, replies.headers).end(replies.body)
      })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    calls,
    replies,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
