import tseslint from 'typescript-eslint';
import globals from 'globals';
import js from '@eslint/js';

const noHeavyEntries = [
  {
    name: 'zod',
    message: "Use 'zod/mini': the root entry bundles to 454 kB.",
  },
  {
    name: 'undici',
    allowTypeImports: true,
    message:
      'Import the parts under undici/lib: the main entry replaces the dispatcher of every extension in the window.',
  },
];

const noWholeZod = {
  selector: 'ImportDeclaration[source.value="zod/mini"] > ImportSpecifier[imported.name="z"]',
  message: "Write `import * as z from 'zod/mini'`: the name `z` brings every language along.",
};

// Each bundle holds its own copy of the error classes, so an error from another bundle is never an instance of ours.
const ourErrors =
  '/^(Payments|Api|Http|Network|Tls|Timeout|Decode|UnknownOutcome|Preflight|Configuration|NotFound|Cancelled)Error$/';
const noInstanceofOurErrors = ['right.name', 'right.property.name'].map((name) => ({
  selector: `BinaryExpression[operator="instanceof"][${name}=${ourErrors}]`,
  message: 'Compare the kind of the error: its class may be that of another bundle.',
}));

const oneWayToCancel = {
  selector: 'NewExpression[callee.property.name="CancellationError"]',
  message: 'Throw a CancelledError that says what was left undone.',
};

export default tseslint.config(
  { ignores: ['dist/', 'out/', 'artifacts/', '.vscode-test/', 'node_modules/'] },
  {
    files: ['**/*.ts', '**/*.mts'],
    extends: [js.configs.recommended, ...tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: [
          'tsconfig.json',
          'src/files/details/webview/tsconfig.json',
          'src/requests/table/webview/tsconfig.json',
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { paths: noHeavyEntries }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**'],
    rules: {
      'no-console': 'error',
      'no-restricted-syntax': ['error', noWholeZod, ...noInstanceofOurErrors, oneWayToCancel],
    },
  },
  {
    files: ['*.js'],
    extends: [js.configs.recommended],
    languageOptions: { globals: globals.node, sourceType: 'commonjs' },
  },
);
