// Who may import whom (docs/architecture.md). Checked by test/arch.test.ts.
'use strict'

const areas = require('./areas.cjs')

const tests = '\\.(test|fixture)\\.(ts|tsx|mjs)$|^test/|^web/test/'
const features = areas.flatMap(([area, names]) => names.map((name) => `${area}/${name}`))

/** For each feature: none after it. */
const climbing = features.slice(0, -1).map((feature, at) => ({
  name: `order-${feature.replace('/', '-')}`,
  severity: 'error',
  comment: `${feature} may call the features before it in tools/cruise.cjs only; what happens above comes down as events`,
  from: { path: `^server/features/${feature}/`, pathNot: tests },
  to: { path: `^server/features/(${features.slice(at + 1).join('|')})/` },
}))

/** Folders of the kits, lowest first: each imports those before it. */
const floors = {
  server: [
    'runtime',
    'access',
    'db',
    'http',
    'patterns',
    'jobs',
    'realtime',
    'files',
    'sheets',
    'pdf',
    'ids',
    'einvoice',
    'resource',
    'backup',
    'start',
  ],
  web: [
    'text',
    'session',
    'http',
    'platform',
    'form',
    'list',
    'table',
    'files',
    'scan',
    'resource',
  ],
}

const kitClimbing = Object.entries(floors).flatMap(([part, names]) =>
  names.slice(0, -1).map((name, at) => ({
    name: `floor-${part}-${name}`,
    severity: 'error',
    comment: `${part}/kit/${name} imports the folders before it in tools/cruise.cjs only`,
    from: { path: `^${part}/kit/${name}/`, pathNot: tests },
    to: {
      path: `^${part}/kit/(${names.slice(at + 1).join('|')})/`,
      // The types of the tables stand below all.
      pathNot: '^server/kit/db/generated/',
    },
  })),
)

const rule = (name, comment, from, to) => ({
  name,
  severity: 'error',
  comment,
  from: { ...from, pathNot: from.pathNot ? `${tests}|${from.pathNot}` : tests },
  to,
})

module.exports = {
  areas,
  floors,
  forbidden: [
    rule(
      'contracts-are-promises',
      'contracts import zod and each other, nothing else',
      { path: '^contracts/' },
      { pathNot: '^contracts/|(^|/)node_modules/zod/' },
    ),
    rule(
      'kit-knows-no-business',
      'the server kit imports contracts and libraries',
      { path: '^server/kit/' },
      { path: '^(server/(?!kit/)|web/|seeds/|test/)' },
    ),
    rule(
      'kit-is-given-the-catalogue',
      'the list of all entities, and with it every contract, is handed to the server kit by the app',
      { path: '^server/kit/' },
      { path: '^contracts/catalogue\\.ts$' },
    ),
    ...climbing,
    ...kitClimbing,
    rule(
      'label-writer-for-labels',
      'labels and cards with bars are written by it, papers for people by server/kit/pdf/paper.ts',
      {
        path: '^server/features/',
        pathNot:
          '/(label-templates/drawing/.*|print-address-labels|predicted-papers|labels|package-label|gate-sheet|fba-waybills/draw-paper)(\\.test)?\\.ts$',
      },
      { path: '^server/kit/pdf/pdf-document\\.ts$' },
    ),
    rule(
      'features-have-a-door',
      'another feature is used through its index.ts',
      { path: '^server/features/([^/]+/[^/]+)/' },
      { path: '^server/features/([^/]+/[^/]+)/(?!index\\.ts$)', pathNot: '^server/features/$1/' },
    ),
    rule(
      'features-do-not-wire',
      'features import the kit, contracts and lower features; the app wires them',
      { path: '^server/features/' },
      { path: '^(server/[^/]+\\.ts$|web/|seeds/|test/)' },
    ),
    rule(
      'server-knows-no-screen',
      'the server imports nothing of the web part',
      { path: '^(server|seeds)/' },
      { path: '^web/' },
    ),
    rule(
      'web-knows-no-server',
      'the web part knows the contracts, not the server',
      { path: '^web/' },
      { path: '^(server|seeds|test)/' },
    ),
    rule(
      'web-has-no-node',
      'what runs in a browser has no files and no processes',
      { path: '^web/', pathNot: '^web/track/vite-plugin\\.ts$' },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'web-kit-knows-no-feature',
      'the web kit imports contracts and libraries',
      { path: '^web/kit/' },
      { path: '^web/(features|pickers|shell|track)/|^web/[^/]+\\.tsx?$' },
    ),
    rule(
      'shell-knows-no-feature',
      'the shell finds screens by their key',
      { path: '^web/shell/' },
      { path: '^web/(features|track)/' },
    ),
    rule(
      'screens-have-a-door',
      'another web feature is used through its index.ts',
      { path: '^web/features/([^/]+/[^/]+)/' },
      { path: '^web/features/([^/]+/[^/]+)/(?!index\\.tsx?$)', pathNot: '^web/features/$1/' },
    ),
    rule(
      'screens-know-no-shell',
      'screens import the kit, contracts and their own folder',
      { path: '^web/features/' },
      { path: '^web/(shell|track)/' },
    ),
    rule(
      'tracking-pages-are-light',
      'the public pages load neither the back office nor its libraries',
      { path: '^web/track/' },
      {
        path: '^web/(kit|shell|features)/|node_modules/(antd|@ant-design|react|react-dom|@tanstack|recharts|i18next|zod)/',
        // What reads codes from the camera has neither; the page fetches it when it is wanted.
        pathNot: '^web/kit/scan/(watch-camera|camera-reader|camera-sightings)\\.ts$',
      },
    ),
    rule(
      'reference-data-is-data',
      'what every installation starts with imports the contracts and texts only',
      { path: '^seeds/reference/' },
      { path: '^(server|web|test|tools)/|^seeds/(?!reference/)' },
    ),
    rule(
      'demo-world-needs-no-server',
      'the server loads the demo world, so what makes it is handed the rules of the server',
      { path: '^seeds/world/', pathNot: '\\.(test|fixture)\\.ts$' },
      { path: '^(server|web|test|tools)/' },
    ),
    rule(
      'no-circles',
      'no file needs itself: types and imports on demand included',
      { path: '^(contracts|server|web|seeds)/' },
      { circular: true },
    ),
    rule(
      'no-tests-in-the-product',
      'product code imports no tests',
      { path: '^(contracts|server|web|seeds)/' },
      { path: '\\.(test|fixture)\\.tsx?$|^(web/)?test/' },
    ),
    rule(
      'nothing-unresolved',
      'an import that leads nowhere hides what it imports',
      { path: '^(contracts|server|web|seeds)/' },
      { couldNotResolve: true, pathNot: ['^virtual:', '\\?url$'] },
    ),
  ],
  options: {
    // TypeScript 7 has no parser to lend: without swc not one .ts file is read, and all is reported
    // well.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|bench)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.css'],
    },
  },
}
