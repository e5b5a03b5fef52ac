// Who may import whom (docs/architecture.md), checked by dependency-cruiser: `npm test -- imports`. Type imports count.
// Unit tests beside the source are left out: they may import test/support and whatever they test.

const AREA = '^src/areas/(language/)?[^/]+/area\\.ts$';
// Modules of Node that compute and touch nothing outside of the process.
const PURE_NODE = [
  'assert',
  'async_hooks',
  'buffer',
  'crypto',
  'events',
  'path',
  'perf_hooks',
  'stream',
  'string_decoder',
  'timers',
  'url',
  'util',
  'zlib',
].map((name) => `^(node:)?${name}($|/)`);

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    rule(
      'kernel',
      'The kernel imports nothing of ours.',
      { path: '^src/kernel/' },
      { path: '^(src|console|test|lab|scripts)/', pathNot: '^src/kernel/' },
    ),
    rule(
      'shared',
      'What several folders share imports the kernel only.',
      { path: '^src/shared/' },
      { path: '^src/', pathNot: '^src/(kernel|shared)/' },
    ),
    rule(
      'services',
      'storage, jobs, workers, net, accounts, http and telemetry import the kernel and shared only.',
      { path: '^src/(storage|jobs|workers|net|accounts|http|telemetry)/' },
      { path: '^src/', pathNot: '^src/(kernel|shared|$1)/' },
    ),
    rule(
      'storage-adapters',
      'An adapter of the store does not import one for another database or service.',
      { path: '^src/storage/(?:records|blobs)/([^/]+)/' },
      { path: '^src/storage/(records|blobs)/[^/]+/', pathNot: '^src/storage/(records|blobs)/$1/' },
    ),
    rule(
      'areas',
      'An area imports the kernel, shared, prediction, engines, and another area only through its area.ts.',
      { path: '^src/areas/([^/]+)/' },
      { path: '^src/', pathNot: [`^src/(kernel|shared|prediction|engines|areas/$1)/`, AREA] },
    ),
    rule(
      'prediction',
      'Queries of trained models, which several areas share, import the kernel and engines only.',
      { path: '^src/prediction/' },
      { path: '^src/', pathNot: '^src/(kernel|prediction|engines)/' },
    ),
    rule(
      'language-areas',
      'conversations and texts share language/projects and see each other only through area.ts.',
      { path: '^src/areas/language/(conversations|texts)/' },
      { path: '^src/areas/language/(conversations|texts)/', pathNot: ['^src/areas/language/$1/', AREA] },
    ),
    rule(
      'area-lists',
      'The lists of all areas import the kernel and area.ts only.',
      { path: '^src/(areas/[^/]+|areas)\\.ts$' },
      { path: '^src/', pathNot: ['^src/kernel/', '^src/areas/[^/]+$', AREA] },
    ),
    rule(
      'engines',
      'Engines import engines only.',
      { path: '^src/engines/', pathNot: '^src/engines/(bindings|loaders)/' },
      { path: '^(src|console|test|lab|scripts)/', pathNot: '^src/engines/' },
    ),
    rule(
      'engine-workers',
      'Bindings and loaders of engines also use worker threads.',
      { path: '^src/engines/(bindings|loaders)/' },
      { path: '^(src|console|test|lab|scripts)/', pathNot: '^src/(engines|workers)/' },
    ),
    rule(
      'engine-bindings',
      'Bindings bind one library or file each: they import no engine.',
      { path: '^src/engines/bindings/' },
      { path: '^src/engines/', pathNot: '^src/engines/bindings/' },
    ),
    rule(
      'engine-loaders',
      'Loaders assemble engines from their weights: no engine imports them.',
      { path: '^src/engines/', pathNot: '^src/engines/loaders/' },
      { path: '^src/engines/loaders/' },
    ),
    rule(
      'engine-products',
      'Engines of language and ranking import nothing of another product.',
      { path: '^src/engines/(language|ranking)/' },
      { path: '^src/engines/', pathNot: '^src/engines/(shared|bindings|$1)/' },
    ),
    rule(
      'engines-do-no-io',
      'Outside of bindings and loaders an engine uses no module of Node that touches files, processes or sockets.',
      { path: '^src/engines/', pathNot: '^src/engines/(bindings|loaders)/' },
      { dependencyTypes: ['core'], pathNot: PURE_NODE },
    ),
    rule(
      'native-packages',
      'Native packages and WebAssembly modules are used through engines/bindings.',
      { path: '^src/', pathNot: '^src/engines/bindings/' },
      { path: 'node_modules/(sharp|zxing-wasm|onnxruntime-node|@hyzyla/pdfium)/' },
    ),
    rule(
      'model-files',
      'model.ts imports types only.',
      { path: '^src/(areas/[^/]+|accounts)/model\\.ts$' },
      { path: '^(src|console)/', dependencyTypesNot: ['type-only', 'type-import'] },
    ),
    rule(
      'app',
      'app.ts alone wires: only the command line starts it.',
      { path: '^src/', pathNot: ['^src/cli/', '^src/main\\.ts$'] },
      { path: '^src/app\\.ts$' },
    ),
    rule(
      'command-line',
      'Only main.ts imports the command line.',
      { path: '^src/', pathNot: ['^src/cli/', '^src/main\\.ts$'] },
      { path: '^src/(cli/|main\\.ts$)' },
    ),
    rule(
      'command-line-imports',
      'The command line sees areas through areas.ts and area.ts, and no engine.',
      { path: '^src/cli/' },
      { path: '^src/(areas|engines)/', pathNot: AREA },
    ),
    rule('source', 'src imports nothing from outside of src.', { path: '^src/' }, { path: '^(console|test|lab|scripts)/' }),
    rule(
      'console',
      'The console speaks HTTP: it imports nothing of the server but generated types.',
      { path: '^console/' },
      { path: '^(src|test|lab|scripts)/', pathNot: '^src/generated/' },
    ),
    rule(
      'black-box-tests',
      'Acceptance and client tests import nothing of src, not through support files either.',
      { path: '^test/(acceptance|clients)/' },
      { path: '^src/', reachable: true },
    ),
    rule('no-circles', 'Files do not import each other in a circle, types included.', {}, { circular: true }),
  ],
  options: {
    exclude: { path: '^(src|console)/.*\\.test\\.tsx?$' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
    progress: { type: 'none' },
  },
};
