/** The request's own side of a call; absent in jobs. */
export interface HttpSide {
  readonly ip: string
  readonly userAgent: string
  readonly token: string | null
  header(name: string): string | undefined
  setHeader(name: string, value: string): void
  /** A JSON body as it was sent; empty for other kinds. */
  rawBody(): string
  /**
   * The multipart `file` and its accompanying text fields; read once, however often it is asked
   * for.
   */
  upload(): Promise<Upload>
  /** The text fields of a multipart form without a file. */
  form(): Promise<Record<string, string>>
}

export interface Upload {
  name: string
  type: string
  bytes: Buffer
  fields: Record<string, string>
}
