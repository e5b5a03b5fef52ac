import tseslint from 'typescript-eslint';

/** `value as unknown as Type`: the value should have a type that says what it is. */
const DOUBLE_ASSERTION = {
  selector: 'TSAsExpression > TSAsExpression[typeAnnotation.type="TSUnknownKeyword"]',
  message: 'Give the value a type instead of asserting through unknown.',
};
/** Tests share a process, where a hook outside of any suite runs before or after each test of all files. */
const SHARED_HOOK = {
  selector: 'Program > ExpressionStatement > CallExpression[callee.name=/^(before|after)Each$/]',
  message: 'Move the hook into a describe: here it runs for each test of all files.',
};
/** What a unit test does not start; a test that does is called x.integration.test.ts. */
const STARTS = {
  regex: '/(support/(memory-app|postgres|pgbouncer|stores|azurite|s3-server)|src/app|engines/loaders/.*)\\.ts$',
  allowTypeImports: true,
  message: 'Unit tests start no app, no database and no real weights: name the file x.integration.test.ts.',
};
/** Prettier wraps code; what it cannot wrap is literals, which stay whole so that a search finds them. */
const LINE_LENGTH = { code: 140, ignoreUrls: true, ignoreRegExpLiterals: true, ignoreStrings: true, ignoreTemplateLiterals: true };

// No rule here needs types: scripts/check-promises.ts has those.
export default tseslint.config(
  { ignores: ['node_modules/', 'dist/', 'public/', 'data/', 'docs/', 'coverage/'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      // The type check finds these (noUnusedLocals, noUnusedParameters).
      '@typescript-eslint/no-unused-vars': 'off',
      'no-empty': ['error', { allowEmptyCatch: false }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  { files: ['src/areas/**/*.ts'], ignores: ['**/*.test.ts'], rules: { 'no-restricted-syntax': ['error', DOUBLE_ASSERTION] } },
  { files: ['**/*.test.ts'], rules: { 'no-restricted-syntax': ['error', SHARED_HOOK] } },
  {
    files: ['{src,console,lab,scripts,deploy}/**/*.test.ts'],
    ignores: ['**/*.{integration,deep}.test.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [STARTS] }] },
  },
  { files: ['**/*.{ts,tsx,js,mjs}'], rules: { 'max-len': ['error', LINE_LENGTH] } },
  // A declaration of a client is one line.
  { files: ['test/clients/**'], rules: { 'max-len': ['error', { ...LINE_LENGTH, ignorePattern: '^ \\* client: ' }] } },
  // What a browser does not have.
  {
    files: ['console/**'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-globals': ['error', 'process', 'Buffer', 'global', 'require'] },
  },
  { files: ['src/cli/**', 'scripts/**', 'lab/**', 'deploy/**', 'src/main.ts'], rules: { 'no-console': 'off' } },
);
