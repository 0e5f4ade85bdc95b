import { z } from 'zod'

/** Open sessions of a user, and the latest attempts to sign in. */
export const userActivity = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      ip: z.string().nullable(),
      userAgent: z.string().nullable(),
      createdAt: z.string(),
      seenAt: z.string(),
      expiresAt: z.string(),
    }),
  ),
  signIns: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      ip: z.string().nullable(),
      outcome: z.string().nullable(),
    }),
  ),
})
