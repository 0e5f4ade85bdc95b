import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lineOf } from '../test/conformance/page.ts'
import { rows } from '../test/conformance/rows.ts'

const root = join(import.meta.dirname, '..')

/** Writes the table of docs/conformance.md; the text above it is the one below. */
const head = `# The calls of the specification, and the tests that hold them

\`test/conformance/conformance.test.ts\` makes every call of the specification's §7, in its order: as a user who may (the tenant's administrator; the platform's, a customer or a stranger where the call is theirs), as a signed-in person without any role, and as a visitor. It holds method, path, parameters, the envelope's keys, the shape of the result, the fixed words, and that a refusal is one. "Deeper" are the tests of the feature behind it: every parameter, other tenants, other customers, what may not happen.

The rows stand in \`test/conformance/rows.ts\`; \`npm run conformance\` writes this page from them, and the test fails where one of them is missing here.

Where we differ from wire.md, decisions.md has the reasons: code 200 on every success, 201 where an import refused rows; refusals are HTTP 200 with \`success: false\` and 400, 409 or 422; HTTP 401, 403, 404 and 405 carry access; times are ISO 8601 UTC; dictionary values in lists are text. \`GET /sys/user/querySysUser\` answers strangers nothing that names a person, and there is no \`GET /sys/getEncryptedString\`: a key all clients get protects nothing. Logs cannot be deleted. The generic \`/api/*\` paths answer real rows under the right of the real list, in the shape of that family: \`/api/service\` those of the delivery services.

| Method | Path | Who may | Fixed words | Deeper |
|---|---|---|---|---|
`
const table = rows.map(lineOf).join('\n')
writeFileSync(join(root, 'docs', 'conformance.md'), `${head}${table}\n`)
