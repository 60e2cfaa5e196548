import { KEY_VARIABLE, type CodeForm, type CodeRequest } from './codeRequest';

/** A cURL command for a POSIX shell. */
export function curl(request: CodeRequest): string {
  const headers = request.headers.map(([name, value]) => `--header ${header(name, value)}`);
  // Without a value and without a semicolon: cURL leaves its own type out.
  if (request.isUntyped) headers.push("--header 'Content-Type:'");
  // In double quotes, so that the shell puts in the key: the one place where it may expand anything.
  const key = request.authorized ? [`--header "Authorization: ApiKey $${KEY_VARIABLE}"`] : [];
  return [start(request), ...key, ...headers, ...body(request), ...requestId(request)]
    .join(' \\\n  ')
    .concat('\n');
}

function start({ method, url }: CodeRequest): string {
  // HEAD by --request would wait for a body. Without globoff, brackets in a URL mean a range.
  const how = [
    method === 'HEAD' ? '--head' : `--request ${method}`,
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
  ];
  return `curl ${how.join(' ')} \\\n  --url ${quoted(url)}`;
}

/** A header without a value is written with a semicolon: with a colon, cURL leaves it out. */
function header(name: string, value: string): string {
  return quoted(value === '' ? `${name};` : `${name}: ${value}`);
}

/** Status and request id go to the error output, so that a pipe gets the answer alone. HEAD prints all headers. */
function requestId({ method }: CodeRequest): string[] {
  return method === 'HEAD' ? [] : [`--write-out '%{stderr}%{http_code} %header{x-request-id}\\n'`];
}

function body({ text, form }: CodeRequest): string[] {
  if (text !== undefined) return [`--data-raw ${quoted(text)}`];
  return form === undefined ? [] : parts(form);
}

function parts({ fields, file }: CodeForm): string[] {
  // A lone dash would mean standard input.
  const path = file.path === '-' ? './-' : file.path;
  const part = `${file.fieldName}=@${formQuoted(path)};filename=${formQuoted(file.name)};type=${file.mimeType}`;
  // form-string takes a value as it is: --form reads a file where a value begins with @ or <.
  return [
    ...fields.map(([name, value]) => `--form-string ${quoted(`${name}=${value}`)}`),
    `--form ${quoted(part)}`,
  ];
}

/** cURL's own quoting within --form, where a comma or a semicolon would end the name. */
function formQuoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Single quotes: a POSIX shell takes everything within them as it is. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
