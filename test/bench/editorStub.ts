// Imported before anything that needs the editor: from then on `vscode` is what vscode.ts holds.
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const stub = JSON.stringify(join(__dirname, 'vscode.js'));
const url = pathToFileURL(join(__dirname, 'vscode-module.js')).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url, format: 'commonjs', shortCircuit: true } : next(specifier, context),
  load: (address, context, next) =>
    address === url
      ? { format: 'commonjs', source: `module.exports = require(${stub}).editor;`, shortCircuit: true }
      : next(address, context),
});
