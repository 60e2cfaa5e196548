import { KEY_VARIABLE, isUntyped } from './codeRequest';
import type { CodeRequest } from './codeRequest';
import { unicodeQuoted as text } from './literals';
import { isRepeated } from './program';

/** A module for Node 20 and later, with its own fetch. */
export function fetchModule(request: CodeRequest): string {
  const { body } = request;
  const lines = [
    'const response = await fetch(',
    `  ${text(request.url)},`,
    '  {',
    `    method: ${text(request.method)},`,
  ];
  lines.push(...headers(request));
  // A key goes where it was meant to go, not where a redirect points.
  lines.push("    redirect: 'manual',");
  if (body?.kind === 'text') {
    // Bytes have no type; a text would be sent as `text/plain`.
    const content = isUntyped(request) ? `new TextEncoder().encode(${text(body.text)})` : text(body.text);
    lines.push(`    body: ${content},`);
  }
  if (body?.kind === 'multipart') lines.push('    body: form,');
  lines.push('  },', ');', "console.log(response.status, response.headers.get('x-request-id'));");
  lines.push('console.log(await response.text());', '');
  return [...form(request), ...lines].join('\n');
}

function headers(request: CodeRequest): string[] {
  const key = request.authorized ? [`      Authorization: \`ApiKey \${process.env.${KEY_VARIABLE}}\`,`] : [];
  const others = request.headers.map(([name, value]) => `      ${text(name)}: ${text(value)},`);
  if (key.length + others.length === 0) return [];
  if (!request.headers.some((_, index) => isRepeated(request.headers, index)))
    return ['    headers: {', ...key, ...others, '    },'];
  const pairs = request.headers.map(([name, value]) => `      [${text(name)}, ${text(value)}],`);
  const keyPair = request.authorized
    ? [`      ['Authorization', \`ApiKey \${process.env.${KEY_VARIABLE}}\`],`]
    : [];
  return ['    headers: [', ...keyPair, ...pairs, '    ],'];
}

function form({ body }: CodeRequest): string[] {
  if (body?.kind !== 'multipart') return [];
  const { file, fields } = body;
  const blob = `await openAsBlob(${text(file.path)}, { type: ${text(file.mimeType)} })`;
  return [
    "import { openAsBlob } from 'node:fs';",
    '',
    'const form = new FormData();',
    ...fields.map(([name, value]) => `form.append(${text(name)}, ${text(value)});`),
    `form.append(${text(file.fieldName)}, ${blob}, ${text(file.name)});`,
    '',
  ];
}
