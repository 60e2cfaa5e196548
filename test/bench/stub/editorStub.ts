// Imported before anything that needs the editor: from then on `vscode` is what vscode.ts holds.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { built } from '../built';

const stub = JSON.stringify(built('out/bench/stub/vscode.js'));
const url = pathToFileURL(built('out/bench/stub/vscode-module.js')).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url, format: 'commonjs', shortCircuit: true } : next(specifier, context),
  load: (address, context, next) =>
    address === url
      ? { format: 'commonjs', source: `module.exports = require(${stub}).editor;`, shortCircuit: true }
      : next(address, context),
});
