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
import { oneLine, type CodeForm, type CodeRequest } from './codeRequest';

/**
 * A request for an `.http` file that sends the same bytes. Variables are put in wherever such a file has `{{…}}`, so
 * what came from elsewhere is written without that: it must not read this machine's environment.
 * @param hosts of the environment, named by its variables
 */
export function httpFile(
  { method, url, authorized, headers, text, form }: CodeRequest,
  hosts?: Hosts,
): string {
  const code = [
    `${method} ${withVariables(inertText(url), hosts)} HTTP/1.1`,
    ...(authorized ? ['Authorization: ApiKey {{apiKey}}'] : []),
    ...headers.map((header) => headerLine(header, text)),
    ...(text === undefined ? [] : ['', inertBody(text)]),
    ...(form === undefined ? [] : multipart(form)),
  ].join('\n');
  const notes = text?.includes('\r') === true ? [otherLineEnds()] : [];
  return `${[...notes, ...definitionsIn(code), code].join('\n')}\n`;
}

function multipart({ fields, file }: CodeForm): string[] {
  const boundary = '----PaymentsApiExplorer7d1b0c5e';
  const disposition = (name: string) =>
    `Content-Disposition: form-data; name="${inertText(escapeName(name))}"`;
  return [
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    '',
    ...fields.flatMap(([name, value]) => [`--${boundary}`, disposition(name), '', inertBody(value)]),
    `--${boundary}`,
    `${disposition(file.fieldName)}; filename="${inertText(escapeName(file.name))}"`,
    `Content-Type: ${file.mimeType}`,
    '',
    `< ${inertText(oneLine(file.path))}`,
    `--${boundary}--`,
  ];
}
