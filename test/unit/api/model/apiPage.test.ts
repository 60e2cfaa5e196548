import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { DOCUMENTED, type ApiOperation, type OperationSchema } from '../../../../src/api/model/operations';
import { jsonSchema } from '../../../../src/api/model/schemas';
import { withoutPadding } from '../../../support/markdown';

const PAGE = 'docs/api.md';
const PART = /(<!-- The operations, [^\n]*-->\n)[^]*?(<!-- \/operations -->)/;

interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** An operation as the page shows it. */
function operationAsMarkdown({
  id,
  method,
  path,
  service,
  summary,
  body,
  answers,
  environments,
}: ApiOperation) {
  const address = service === 'files' ? '{files}/v1' : '{api}';
  const data = answers[0]?.data;
  return [
    `\n### ${summary}: \`${method} ${address}${path}\`\n\n`,
    environments?.includes('production') === false ? 'Not in production. ' : '',
    body === undefined ? '' : `Body: \`${body.contentType}\`.\n\n${fieldsOf(body.schema, id)}\n`,
    data === undefined ? '`data` is an empty object.\n' : `\`data\`:\n\n${fieldsOf(data, id)}`,
  ].join('');
}

function fieldsOf(schema: OperationSchema | undefined, id: string): string {
  assert.equal(typeof schema, 'string', id);
  const { properties = {} } = jsonSchema(schema as 'fileRecord') as Schema;
  const rows = Object.entries(properties).flatMap(rowsOf);
  return ['| Field | Type | Meaning |', '| --- | --- | --- |', ...rows, ''].join('\n');
}

function rowsOf([name, { type, anyOf, description, properties }]: [string, Schema]): string[] {
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([inner, schema]) => rowsOf([`${name}.${inner}`, schema]));
  const types = [anyOf?.map((each) => each.type) ?? type].flat(2).join(' or ');
  return [`| \`${name}\` | ${types} | ${description ?? ''} |`];
}

describe('docs/api.md', () => {
  it('shows the operations of the table', () => {
    const page = withoutPadding(readFileSync(PAGE, 'utf8'));
    const operations = DOCUMENTED.map(operationAsMarkdown).join('');
    const now = page.replace(PART, (_, start: string, end: string) => `${start}${operations}\n${end}`);
    const how = 'Run UPDATE_API_PAGE=1 npm run test:unit -- --file apiPage, and npm run format';
    if (process.env['UPDATE_API_PAGE'] === '1') writeFileSync(PAGE, now);
    else assert.equal(page, now, how);
  });
});
