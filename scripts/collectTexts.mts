// Collects all texts of the sources, for translators. The build writes them to l10n/bundle.l10n.json.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';

/** Takes the texts of a source, in their order: what `t` of `util/text` is called with. */
function* textsOf(source: ts.SourceFile): Generator<string> {
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText(source) === 't') calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const { arguments: given } of calls) {
    const [text] = given;
    if (text !== undefined && ts.isStringLiteralLike(text)) yield text.text;
  }
}

/** Writes every text of the sources, by its English words, to where the editor and translators look for them. */
export function writeTexts(): void {
  const texts: Record<string, string> = {};
  for (const file of globSync('src/**/*.ts').sort()) {
    const code = readFileSync(file, 'utf8');
    if (!/\bt\(/.test(code)) continue;
    const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest);
    for (const text of textsOf(source)) texts[text] = text;
  }
  writeFileSync('l10n/bundle.l10n.json', `${JSON.stringify(texts, undefined, 2)}\n`);
}
