import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['dist/', 'resources/', 'node_modules/', '.demo/', '.node-red/', '.stryker-tmp/', 'tmp/', '.build/', '.systems/'] },
  js.configs.recommended,
  ...ts.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: { project: ['tsconfig.json', 'tsconfig.editor.json'], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-require-imports': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      'comma-dangle': ['error', 'always-multiline'],
      eqeqeq: 'error',
      'no-console': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  // What comes from outside is looked at with patterns: none may take time that grows with the square of a text.
  {
    files: ['src/**', 'nodes/**'],
    plugins: { regexp },
    rules: { 'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }], 'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }] },
  },
  { files: ['scripts/**', 'bench/**', 'test/**', 'src/sandbox/main.ts'], rules: { 'no-console': 'off' } },
  // A table of tasks has one shape, whether a task waits or not.
  { files: ['bench/**'], rules: { '@typescript-eslint/require-await': 'off' } },
  { files: ['test/**'], rules: { '@typescript-eslint/no-unsafe-argument': 'off', '@typescript-eslint/no-unsafe-assignment': 'off', '@typescript-eslint/no-unsafe-member-access': 'off', '@typescript-eslint/no-unsafe-call': 'off', '@typescript-eslint/no-unsafe-return': 'off', '@typescript-eslint/no-base-to-string': 'off', 'max-lines': 'off' } },
  { files: ['**/*.mjs', '**/*.cjs', '**/*.js'], ...ts.configs.disableTypeChecked },
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    languageOptions: {
      globals: {
        ...{ process: 'readonly', console: 'readonly', module: 'writable', require: 'readonly', Buffer: 'readonly', global: 'readonly' },
        ...{ URL: 'readonly', setTimeout: 'readonly', performance: 'readonly', fetch: 'readonly' },
      },
    },
  },
);
