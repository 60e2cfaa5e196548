import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import * as vscode from 'vscode';
import { extension } from '../support/extension';

/** A module as Node wraps it. */
type Wrapped = (require: (name: string) => unknown, module: object, exports: object) => void;

describe('what the extension shares with the others in its window', () => {
  it('is the time that it takes to start: little is loaded for that', () => {
    const file = join(extension().extensionPath, 'dist/extension.js');
    const code = readFileSync(file, 'utf8');
    assert.ok(code.length < 25_000, `${code.length} bytes`);
    const loaded: string[] = [];
    const load = (name: string): unknown => {
      loaded.push(name);
      return name === 'vscode' ? vscode : process.getBuiltinModule(name);
    };
    const module = { exports: {} };
    const wrapped = new Script(`(function (require, module, exports) {${code}\n})`);
    (wrapped.runInThisContext() as Wrapped)(load, module, module.exports);
    // One small file holds the language, for all bundles.
    const light = ['vscode', './text.js'];
    const heavy = loaded.filter((name) => !light.includes(name) && !isBuiltin(name));
    assert.deepEqual(heavy, [], 'no other bundle is loaded with it');
    assert.ok(!loaded.includes('node:sqlite'), 'nor the database');
  });
});
