import { byNamespace, type Texts } from './by-namespace.ts'

/**
 * The texts of the pages behind the sign-in: a list too long for the sign-in page to carry.
 * English is already merged under Chinese when a file is read (vite.config.ts), so one language is
 * one small file.
 */
export const textFiles = byNamespace(
  import.meta.glob<Texts>(
    [
      '../../../locales/*/*/*.json',
      '!../../../locales/*/*/{common,notice-bell,shell,session,identity}.json',
    ],
    { import: 'default' },
  ),
)
