import type { Hosts } from '../../api/model/requestPlan';
import { escapeName } from '../../api/wire/multipart';
import {
  definitionsIn,
  headerLine,
  inertBody,
  inertText,
  otherLineEnds,
  withVariables,
} from '../../httpFiles/format/write';
import type { CodeRequest, CodeForm } from './codeRequest';

/**
 * A request for an `.http` file that sends the same bytes. Variables are put in wherever such a file has `{{…}}`, so
 * what came from elsewhere is written without that: it must not read this machine's environment.
 * @param hosts of the environment, named by its variables
 */
export function httpFile(request: CodeRequest, hosts?: Hosts): string {
  const boundary = '----PaymentsApiExplorer7d1b0c5e';
  const text = request.body?.kind === 'text' ? request.body.text : undefined;
  const headers = [
    ...(request.authorized ? ['Authorization: ApiKey {{apiKey}}'] : []),
    ...request.headers.map((header) => headerLine(header, text)),
    ...(request.body?.kind === 'multipart'
      ? [`Content-Type: multipart/form-data; boundary=${boundary}`]
      : []),
  ];
  const first = `${request.method} ${withVariables(inertText(request.url), hosts)} HTTP/1.1`;
  const code = [first, ...headers, ...body(request, boundary)].join('\n');
  const notes = text?.includes('\r') === true ? [otherLineEnds()] : [];
  return `${[...notes, ...definitionsIn(code), code].join('\n')}\n`;
}

function body({ body: content }: CodeRequest, boundary: string): string[] {
  if (content === undefined) return [];
  return ['', ...(content.kind === 'text' ? [inertBody(content.text)] : multipart(content, boundary))];
}

function multipart({ fields, file }: CodeForm, boundary: string): string[] {
  const disposition = (name: string) =>
    `Content-Disposition: form-data; name="${inertText(escapeName(name))}"`;
  return [
    ...fields.flatMap(([name, value]) => [`--${boundary}`, disposition(name), '', inertBody(value)]),
    `--${boundary}`,
    `${disposition(file.fieldName)}; filename="${inertText(escapeName(file.name))}"`,
    `Content-Type: ${file.mimeType}`,
    '',
    `< ${inertText(oneLine(file.path))}`,
    `--${boundary}--`,
  ];
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}
