import { KEY_VARIABLE } from './codeRequest';
import type { CodeRequest, MultipartBody } from './codeRequest';

/**
 * A request for the REST Client extension's `.http` files. That puts in variables wherever it reads `{{…}}`,
 * so what came from elsewhere is written without that: it must not read this machine's environment.
 */
export function httpFile(request: CodeRequest): string {
  const boundary = '----PaymentsApiExplorer7d1b0c5e';
  const headers = [
    ...(request.authorized ? [`Authorization: ApiKey {{$processEnv ${KEY_VARIABLE}}}`] : []),
    ...request.headers.map(([name, value]) => `${name}: ${inert(value)}`),
    ...(request.body?.kind === 'multipart'
      ? [`Content-Type: multipart/form-data; boundary=${boundary}`]
      : []),
  ];
  const first = `${request.method} ${inert(request.url)} HTTP/1.1`;
  return `${[first, ...headers, ...body(request, boundary)].join('\n')}\n`;
}

function body({ body: content }: CodeRequest, boundary: string): string[] {
  if (content === undefined) return [];
  return ['', ...(content.kind === 'text' ? [inertJson(content.text)] : multipart(content, boundary))];
}

function multipart({ fields, file }: MultipartBody, boundary: string): string[] {
  const disposition = (name: string) => `Content-Disposition: form-data; name="${formName(name)}"`;
  return [
    ...fields.flatMap(([name, value]) => [`--${boundary}`, disposition(name), '', inert(oneLine(value))]),
    `--${boundary}`,
    `${disposition(file.fieldName)}; filename="${formName(file.name)}"`,
    `Content-Type: ${file.mimeType}`,
    '',
    `< ${inert(oneLine(file.path))}`,
    `--${boundary}--`,
  ];
}

/** Names in a form are escaped as browsers do it. */
function formName(name: string): string {
  const escaped = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return inert(escaped);
}

function inert(text: string): string {
  return text.replaceAll('{{', '{%7B');
}

/** Two braces can only meet within a string of JSON, where an escape stands for the second. */
function inertJson(text: string): string {
  return text.replaceAll('{{', '{\\u007b');
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}
