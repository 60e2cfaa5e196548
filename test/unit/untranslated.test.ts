import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** Where sentences are not for the user of the window: answers of the Local Sandbox, its command line, the report. */
const NOT_FOR_USERS = [
  // The Local Sandbox answers in the words of a service, and its command line is a tool for developers.
  'src/sandbox/server/',
  'src/sandbox/cli.ts',
  // Read by the model of an agent, which answers in the user's language.
  'src/agents/',
  // Titles in English, which the manifest takes into package.nls.json.
  'src/commands/table/',
  // The words of the API itself, in documents that other tools read.
  'src/api/model/schemas.ts',
  'src/descriptions/export/',
  // Goes by mail to the support of the service.
  'src/requests/export/supportReport.ts',
];

/** Names, and words that are compared, not shown. */
const KEPT =
  /^(?:Payments API \w+|age authorization content-length .*|The window is closing|gzip, deflate, br|The text is cut|no request id|the only one|on the way)$/;
/** Calls whose texts are for the log or for whoever writes code. */
const NOT_SHOWN =
  /(?:^|\.)(?:log|console|db|database|sql|refuse|prepare|exec|all|get|run|describe)$|^(?:Type|Range)?Error$|^super$|\blog\./;

/** Several English words in a row, as in a sentence or a label. */
function isText(text: string): boolean {
  return (
    /^[A-Z“"]?[a-z’']+,?(?: [a-z’'A-Z]+,?){2,}/.test(text.trim()) &&
    !/[;{}<>=]|\b(?:SELECT|FROM|NULL)\b/.test(text)
  );
}

/** Every literal of a file that reads like a text and is not given to a translator. */
function untranslated(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const callee = node.expression.getText(source);
      if (/(?:^|\.)t$/.test(callee) || NOT_SHOWN.test(callee)) return;
    }
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    const text = ts.isStringLiteralLike(node)
      ? node.text
      : ts.isTemplateExpression(node)
        ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…')
        : undefined;
    if (text !== undefined && isText(text) && !KEPT.test(text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push(`${file}:${line + 1}: ${text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('texts that a user can see', () => {
  it('come from the bundle of translations', () => {
    const all = globSync('src/**/*.ts');
    const files = all.filter((file) => !NOT_FOR_USERS.some((path) => file.startsWith(path)));
    assert.ok(files.length > 200);
    assert.deepEqual(files.flatMap(untranslated), []);
  });
});
