import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const server = join(import.meta.dirname, '..', 'server')

/** Of the process and not of an app: what is loaded once, and work that shares the processor. */
const OF_THE_PROCESS = [
  'features/billing/pods/reading/page-worker.ts reader', // the reader's program, compiled once per worker
  'features/commercial/label-templates/check/read-bars.ts started', // the reader's program, compiled once
  'features/commercial/rating/coverage/postal-points.ts sections', // the shipped postal codes, unpacked once
  'features/parties/addresses/places.ts byCountry', // the gazetteer of postal codes, unpacked once
  'features/parties/addresses/reader/country-names.ts names', // names of countries, made once
  'features/parties/addresses/reader/names.ts lists', // given and family names, split once
  'features/parties/addresses/tables/china-districts.ts byName', // districts of China, read once
  'features/parties/addresses/tables/labels.ts wordKinds', // words of labels, split once
  'features/platform/notices/clean-content.ts loaded',
  'features/platform/session/passwords.ts dummy',
  'features/platform/session/passwords.ts running',
  'kit/files/pictures.ts loaded',
  'kit/files/pictures.ts running',
  'kit/http/texts.ts errorSpaces',
]

test('modules of the server hold nothing of an app: that is in its deps', () => {
  const found = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(server, file), 'utf8').matchAll(/^(?:export )?let (\w+)/gm)].map(
        ([, name]) => `${file.replaceAll('\\', '/')} ${name}`,
      ),
    )
  expect(found.sort()).toEqual(OF_THE_PROCESS)
})
