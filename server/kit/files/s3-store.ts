import type { S3Client } from '@aws-sdk/client-s3'
import { failUnavailable } from '../runtime/errors.ts'
import { isHash, type ContentKey, type ContentStore, type S3Settings } from './contents.ts'

/** A bucket: `<tenant>/<first two digits>/<hash>`. The client is loaded with the first call. */
export function s3Store({
  bucket: Bucket,
  region,
  endpoint,
  accessKey,
  secretKey,
}: S3Settings): ContentStore {
  const load = async () => {
    const s3 = await import('@aws-sdk/client-s3')
    const client = new s3.S3Client({
      region,
      // Other stores know the bucket by the path, and not all of them the newer checksums.
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      ...(accessKey && secretKey
        ? { credentials: { accessKeyId: accessKey, secretAccessKey: secretKey } }
        : {}),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
    })
    return { s3, client }
  }
  let loaded: ReturnType<typeof load> | null = null
  const opened = () => (loaded ??= load())
  const keyOf = ({ tenantId, hash }: ContentKey) => {
    if (!isHash(hash)) throw new Error('no content hash')
    return `${BigInt(tenantId)}/${hash.slice(0, 2)}/${hash}`
  }
  return {
    has: async (key) => {
      const { s3, client } = await opened()
      return await orMissing(
        client.send(new s3.HeadObjectCommand({ Bucket, Key: keyOf(key) })).then(() => true),
        false,
      )
    },
    write: async (key, bytes) => {
      const { s3, client } = await opened()
      await reached(
        client.send(
          new s3.PutObjectCommand({
            Bucket,
            Key: keyOf(key),
            Body: bytes,
            ContentLength: bytes.length,
            ContentType: 'application/octet-stream',
          }),
        ),
      )
    },
    read: async (key) => {
      const { s3, client } = await opened()
      return await orMissing(readWhole(s3, client, Bucket, keyOf(key)), null)
    },
    remove: async (key) => {
      const { s3, client } = await opened()
      await reached(client.send(new s3.DeleteObjectCommand({ Bucket, Key: keyOf(key) })))
    },
    list: async function* (tenantId) {
      const { s3, client } = await opened()
      const pages = s3.paginateListObjectsV2({ client }, { Bucket, Prefix: `${BigInt(tenantId)}/` })
      for await (const page of pages)
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const hash = Key.split('/').at(-1) ?? ''
          if (isHash(hash)) yield { hash, at: LastModified ?? new Date() }
        }
    },
  }
}

async function readWhole(
  s3: typeof import('@aws-sdk/client-s3'),
  client: S3Client,
  Bucket: string,
  Key: string,
): Promise<Buffer> {
  const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key }))
  if (!Body) throw new Error('the file store answered without a body')
  return Buffer.from(await Body.transformToByteArray())
}

/** What a store answers for an object that is not there. */
async function orMissing<T, U>(answer: Promise<T>, instead: U): Promise<T | U> {
  try {
    return await reached(answer)
  } catch (error) {
    if (error instanceof Error && ['NotFound', 'NoSuchKey'].includes(error.name)) return instead
    throw error
  }
}

/** A store that cannot be reached is the store's failure: its connection has the errors a database's has. */
async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const { code, $metadata } = error as { code?: string; $metadata?: { httpStatusCode?: number } }
    const status = $metadata?.httpStatusCode
    if (status === undefined ? typeof code === 'string' : status >= 500)
      failUnavailable('file.storeDown')
    throw error
  }
}
