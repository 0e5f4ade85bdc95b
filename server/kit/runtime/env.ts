import { resolve } from 'node:path'
import { z } from 'zod'
import {
  hostsWithPorts,
  secondsTo,
  isNetwork,
  isPostgresUrl,
  isSmtpUrl,
  keyBytes,
  meetsPasswordRule,
} from './env-forms.ts'
import { keyOfDataDir, SettingsError } from './env-key.ts'

/** An S3-compatible store, as the environment names it. */
export interface S3Settings {
  bucket: string
  region: string
  /** Of a store that is not AWS's own. */
  endpoint: string | undefined
  /** Without a key the client finds its own: environment, profile or the machine's role. */
  accessKey: string | undefined
  secretKey: string | undefined
}

export { meetsPasswordRule } from './env-forms.ts'
export { SettingsError } from './env-key.ts'

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

export type Settings = {
  production: boolean
  /** 0 takes any free port. */
  port: number
  host: string
  /** Absolute. Files, keys and the embedded database live here. */
  dataDir: string
  /** A PostgreSQL of the operator's; undefined: the embedded one. */
  databaseUrl: string | undefined
  /** Password of the first administrator; undefined: a random one, printed once. */
  adminPassword: string | undefined
  /** Whether the first start fills a demonstration world. */
  demo: boolean
  /** Prefix of the API: starts with a slash, ends without one. */
  basePath: string
  logLevel: LogLevel
  /** Proxies in front whose X-Forwarded-For is believed; false: none. */
  trustProxy: string | false
  /** Limits on requests per caller; off only for measuring and tests. */
  rateLimits: boolean
  /** Every answer is held against its contract: tests. */
  checkAnswers: boolean
  /** A mail server for tenants without one of their own: `smtps://user:password@host:port`. */
  smtpUrl?: string | undefined
  /** Who such mails are from. */
  mailFrom?: string | undefined
  /**
   * `host:port` inside private networks that tenants' settings may use, for example a mail relay.
   */
  outboundAllow?: readonly string[]
  /** A user of our database made by the operator, for reports; undefined: the server makes one. */
  reportDatabaseUrl?: string | undefined
  /** `host:port` of databases that reports may read, and of what gateway routes may lead to. */
  dataSourceHosts?: readonly string[]
  gatewayHosts?: readonly string[]
  /** Origins whose pages a menu entry may show inside ours. */
  frameSources?: readonly string[]
  /** An S3-compatible store for files; undefined: a folder of the data directory. */
  s3?: S3Settings | undefined
  /** Seconds between the first failed answer of readiness and the close of the address. */
  drainSeconds?: number
  /** An OpenTelemetry collector that calls are traced to; undefined: none. */
  traceCollector?: string | undefined
  /** Bytes the files of one tenant may take. */
  fileQuota?: number
}

export type Env = Settings & {
  /** 32 bytes that encrypt stored credentials. */
  secretKey: Buffer
}

type Source = Record<string, string | undefined>

const onOff = (value: string): boolean => value === 'on'
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const databaseAddress = [
  z.string().refine(isPostgresUrl),
  'an address like postgres://user:password@host:5432/database',
] as const
const shapes = {
  NODE_ENV: [z.enum(['production', 'development', 'test']), 'production, development or test'],
  PORT: [
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .refine((port) => port <= 65_535),
    'a port number from 0 to 65535',
  ],
  HOST: [
    z
      .string()
      .max(255)
      .regex(/^[A-Za-z0-9.:_-]+$/),
    'an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0',
  ],
  DATA_DIR: [
    z
      .string()
      .refine((path) => !path.includes('\0'))
      .transform((path) => resolve(path)),
    'a directory',
  ],
  DATABASE_URL: databaseAddress,
  ADMIN_PASSWORD: [
    z.string().max(128).refine(meetsPasswordRule),
    '8 to 128 characters with a digit, a lower-case and an upper-case letter and a special character',
  ],
  DEMO: [z.enum(['on', 'off']).transform(onOff), 'on or off'],
  BASE_PATH: [
    z.string().regex(/^(\/[A-Za-z0-9_-]+)+$/),
    'a path such as /boot, without a slash at its end',
  ],
  LOG_LEVEL: [z.enum(levels), levels.join(', ')],
  TRUST_PROXY: [
    z
      .string()
      .max(500)
      .refine((list) => list.split(',').every(isNetwork)),
    'addresses or networks of the proxies in front, separated by commas',
  ],
  DRAIN_SECONDS: secondsTo(120),
  RATE_LIMITS: [z.enum(['on', 'off']).transform(onOff), 'on or off'],
  SMTP_URL: [
    z.string().refine(isSmtpUrl),
    'an address like smtps://user:password@host:465 or smtp://host:587',
  ],
  MAIL_FROM: [z.email().max(200), 'a mail address'],
  OUTBOUND_ALLOW: hostsWithPorts('relay.local:25'),
  DATA_SOURCE_HOSTS: hostsWithPorts('figures.local:5432'),
  GATEWAY_HOSTS: hostsWithPorts('rates.local:8080'),
  REPORT_DATABASE_URL: databaseAddress,
  FRAME_SOURCES: [
    z
      .string()
      .max(2_000)
      .transform((list) =>
        list
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean),
      )
      .refine((list) => list.every(isOrigin)),
    'web addresses without a path, such as https://reports.example.com, separated by commas',
  ],
  S3_BUCKET: [
    z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
    'the name of a bucket, such as parcelyard-files',
  ],
  S3_ENDPOINT: [
    z.string().refine(isOrigin),
    'a web address without a path, such as https://s3.example.com:9000',
  ],
  S3_REGION: [z.string().regex(/^[a-z0-9-]{1,40}$/), 'a region such as eu-central-1'],
  S3_ACCESS_KEY: [z.string().regex(/^\S{1,200}$/), 'the access key of the file store'],
  S3_SECRET_KEY: [z.string().regex(/^\S{1,200}$/), 'the secret key of the file store'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    z.string().refine(isOrigin),
    'a web address without a path, such as http://collector.local:4318',
  ],
  FILE_QUOTA_MB: [
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .refine((size) => size > 0),
    'a number of mebibytes above zero',
  ],
  SECRET_KEY: [
    z
      .string()
      .transform(keyBytes)
      .refine((key) => key?.length === 32),
    '32 bytes, as 64 hexadecimal digits or in base64',
  ],
} as const satisfies Record<string, readonly [z.ZodType, string]>

const secrets = new Set([
  'SMTP_URL',
  'DATABASE_URL',
  'ADMIN_PASSWORD',
  'SECRET_KEY',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
])

type Name = keyof typeof shapes

/** An origin without a path, as a content security policy takes it. */
function isOrigin(text: string): boolean {
  return /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(text) && URL.canParse(text)
}

/**
 * One setting from the environment. Set but empty counts as not set: `PORT= npm start` means the
 * default.
 */
function read<N extends Name>(
  source: Source,
  name: N,
): z.output<(typeof shapes)[N][0]> | undefined {
  const given = source[name]?.trim()
  if (given === undefined || given === '') return undefined
  const [shape, expected] = shapes[name]
  const result = shape.safeParse(given)
  if (result.success) return result.data as z.output<(typeof shapes)[N][0]>
  const shown = secrets.has(name)
    ? 'the given value (not shown)'
    : JSON.stringify(given.length > 80 ? `${given.slice(0, 80)}…` : given)
  throw new SettingsError(`${name} is ${shown}; expected ${expected}.`)
}

/** The file store's settings: all of them follow from a bucket. */
function s3Of(source: Source): S3Settings | undefined {
  const bucket = read(source, 'S3_BUCKET')
  const [endpoint, accessKey, secretKey] = [
    read(source, 'S3_ENDPOINT'),
    read(source, 'S3_ACCESS_KEY'),
    read(source, 'S3_SECRET_KEY'),
  ]
  if ((accessKey === undefined) !== (secretKey === undefined))
    throw new SettingsError(
      'S3_ACCESS_KEY and S3_SECRET_KEY belong together: set both, or none of them.',
    )
  if (bucket === undefined && (endpoint ?? accessKey) !== undefined)
    throw new SettingsError(
      `S3_BUCKET is not set; with the other settings of the file store expected ${shapes.S3_BUCKET[1]}.`,
    )
  return bucket === undefined
    ? undefined
    : { bucket, region: read(source, 'S3_REGION') ?? 'us-east-1', endpoint, accessKey, secretKey }
}

/**
 * Checks the settings without touching anything.
 * @throws SettingsError for the first one that is wrong
 */
export function parseSettings(source: Source): Settings {
  const production = read(source, 'NODE_ENV') === 'production'
  const settings: Settings = {
    production,
    port: read(source, 'PORT') ?? 8080,
    host: read(source, 'HOST') ?? '127.0.0.1',
    dataDir: read(source, 'DATA_DIR') ?? resolve('data'),
    databaseUrl: read(source, 'DATABASE_URL'),
    adminPassword: read(source, 'ADMIN_PASSWORD'),
    demo: read(source, 'DEMO') ?? !production,
    basePath: read(source, 'BASE_PATH') ?? '/boot',
    logLevel: read(source, 'LOG_LEVEL') ?? 'info',
    trustProxy: read(source, 'TRUST_PROXY') ?? false,
    rateLimits: read(source, 'RATE_LIMITS') ?? true,
    drainSeconds: read(source, 'DRAIN_SECONDS') ?? (production ? 10 : 0),
    checkAnswers: read(source, 'NODE_ENV') === 'test',
    smtpUrl: read(source, 'SMTP_URL'),
    mailFrom: read(source, 'MAIL_FROM'),
    outboundAllow: read(source, 'OUTBOUND_ALLOW') ?? [],
    reportDatabaseUrl: read(source, 'REPORT_DATABASE_URL'),
    dataSourceHosts: read(source, 'DATA_SOURCE_HOSTS') ?? [],
    gatewayHosts: read(source, 'GATEWAY_HOSTS') ?? [],
    frameSources: read(source, 'FRAME_SOURCES') ?? [],
    s3: s3Of(source),
    traceCollector: read(source, 'OTEL_EXPORTER_OTLP_ENDPOINT'),
    fileQuota: (read(source, 'FILE_QUOTA_MB') ?? 2_048) * 1_048_576,
  }
  if (production && !settings.rateLimits)
    throw new SettingsError('RATE_LIMITS is "off"; with NODE_ENV=production expected on.')
  // With an own database the key would be a second thing to keep: losing a generated one loses
  // every credential.
  if (production && settings.databaseUrl && !read(source, 'SECRET_KEY')) {
    throw new SettingsError(
      `SECRET_KEY is not set; with NODE_ENV=production and DATABASE_URL expected ${shapes.SECRET_KEY[1]}.`,
    )
  }
  return settings
}

/**
 * The settings, and the key: the given one, or one made for this data directory on the first start.
 */
export function loadEnv(source: Source): Env {
  const settings = parseSettings(source)
  return {
    ...settings,
    secretKey: read(source, 'SECRET_KEY') ?? keyOfDataDir(settings.dataDir, shapes.SECRET_KEY[1]),
  }
}
