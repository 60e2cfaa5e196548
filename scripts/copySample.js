// Copies the sample workspace to where the launch configuration "Extension Tests" opens it: tests change what is in it.
const { cpSync, rmSync } = require('node:fs');
const { join } = require('node:path');

const copy = join(__dirname, '../.vscode-test/sample');
rmSync(copy, { recursive: true, force: true });
cpSync(join(__dirname, '../sample'), copy, { recursive: true });
