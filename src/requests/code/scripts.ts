import {
  dispositionOf,
  isRepeated,
  KEY_VARIABLE,
  lines,
  splitHeaders,
  writtenIn,
  type CodeForm,
  type CodeRequest,
  type Pair,
} from './codeRequest';
import { octalQuoted, powershellText, rubyQuoted, singleQuoted, unicodeQuoted } from './literals';

/** Programs in languages that run as they are. Each prints the status, the request id and the answer. */

/** A module for Node 20 and later, with its own fetch. */
export function fetchModule(request: CodeRequest): string {
  const quote = unicodeQuoted;
  const key = `\`ApiKey \${process.env.${KEY_VARIABLE}}\``;
  const { method, url, headers, text, form, isUntyped } = writtenIn(request, quote, key);
  // An object holds each name once, and one of them never.
  const isList = headers.some(([name], index) => isRepeated(headers, index) || name === '__proto__');
  // Bytes have no type; a text would be sent as `text/plain`.
  const body = text && isUntyped ? `new TextEncoder().encode(${text})` : (text ?? (form && 'form'));
  const pairs = lines(headers, (name, value) =>
    isList ? `      [${quote(name)}, ${value}],` : `      ${quote(name)}: ${value},`,
  );
  return `${form ? fetchForm(form) : ''}const response = await fetch(
  ${quote(url)},
  {
    method: "${method}",
${headers.length === 0 ? '' : `    headers: ${isList ? '[' : '{'}\n${pairs}    ${isList ? ']' : '}'},\n`}    redirect: 'manual',
${body ? `    body: ${body},\n` : ''}  },
);
console.log(response.status, response.headers.get('x-request-id'));
console.log(await response.text());
`;
}

function fetchForm({ file, fields }: CodeForm): string {
  const quote = unicodeQuoted;
  const blob = `await openAsBlob(${quote(file.path)}, { type: ${quote(file.mimeType)} })`;
  return `import { openAsBlob } from 'node:fs';

const form = new FormData();
${lines(fields, (name, value) => `form.append(${quote(name)}, ${quote(value)});`)}form.append(${quote(file.fieldName)}, ${blob}, ${quote(file.name)});

`;
}

/** Python with requests. */
export function python(request: CodeRequest): string {
  const quote = octalQuoted;
  const key = `"ApiKey " + os.environ["${KEY_VARIABLE}"]`;
  const { method, address, headers, text, form } = writtenIn(request, quote, key);
  const call = `response = requests.request(
    "${method}",
    ${address},
    headers={
${lines(joined(headers), (name, value) => `        ${quote(name)}: ${value},`)}    },
${
  form === undefined
    ? ''
    : `    data={
${lines(form.fields, (name, value) => `        ${quote(name)}: ${quote(value)},`)}    },
    files={${quote(form.file.fieldName)}: (${quote(form.file.name)}, file, ${quote(form.file.mimeType)})},
`
}${text ? `    data=${text}.encode(),\n` : ''}    allow_redirects=False,
)`;
  return `import os

import requests

${form === undefined ? call : `with open(${quote(form.file.path)}, "rb") as file:\n${indented(call)}`}

print(response.status_code, response.headers.get("x-request-id"))
print(response.text)
`;
}

/** A dictionary holds each name once: values of one name are one list, as HTTP reads them. */
function joined(headers: readonly Pair[]): Pair[] {
  const groups = Map.groupBy(headers, ([name]) => name.toLowerCase());
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined
      ? []
      : [[first[0], same.map(([, value]) => value).join(' + ", " + ')] as const];
  });
}

/** PHP with cURL: it leaves a header without a value out, its own too, unless it is written with a semicolon. */
export function php(request: CodeRequest): string {
  const quote = singleQuoted;
  const key = `'ApiKey ' . getenv('${KEY_VARIABLE}')`;
  const { method, address, headers, text, form, isUntyped } = writtenIn(request, quote, key);
  // HEAD as a custom request would wait for a body that never comes.
  const how = method === 'HEAD' ? 'CURLOPT_NOBODY => true' : `CURLOPT_CUSTOMREQUEST => '${method}'`;
  const fields =
    form &&
    `[
${lines(form.fields, (name, value) => `    ${quote(name)} => ${quote(value)},`)}    ${quote(form.file.fieldName)} => new CURLFile(${quote(form.file.path)}, ${quote(form.file.mimeType)}, ${quote(form.file.name)}),
  ]`;
  const body = text ?? fields;
  return `<?php

$curl = curl_init();
$requestId = '';

curl_setopt_array($curl, [
  CURLOPT_URL => ${address},
  CURLOPT_RETURNTRANSFER => true,
  ${how},
  CURLOPT_HTTPHEADER => [
${lines(headers, (name, value) => (value === "''" ? `    ${quote(`${name};`)},` : `    ${quote(`${name}: `)} . ${value},`))}${isUntyped ? "    'Content-Type:',\n" : ''}  ],
  CURLOPT_HEADERFUNCTION => function ($curl, $line) use (&$requestId) {
    if (stripos($line, 'x-request-id:') === 0) $requestId = trim(substr($line, 13));
    return strlen($line);
  },
${body ? `  CURLOPT_POSTFIELDS => ${body},\n` : ''}]);

$response = curl_exec($curl);
if (curl_errno($curl)) {
  echo curl_error($curl), PHP_EOL;
} else {
  echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', $requestId, PHP_EOL;
  echo $response, PHP_EOL;
}
`;
}

/** Ruby with its own library. */
export function ruby(request: CodeRequest): string {
  const quote = rubyQuoted;
  const key = `'ApiKey ' + ENV.fetch('${KEY_VARIABLE}')`;
  const { method, address, headers, text, form, isUntyped } = writtenIn(request, quote, key);
  const hasBody = text !== undefined || form !== undefined;
  const send = `response = Net::HTTP.start(url.host, url.port, use_ssl: url.scheme == 'https') { |http| http.request(request) }
puts "#{response.code} #{response['x-request-id']}", response.body`;
  const sendForm =
    form &&
    `File.open(${quote(form.file.path)}, 'rb') do |file|
  request.set_form(
    [
${lines(form.fields, (name, value) => `      [${quote(name)}, ${quote(value)}],`)}      [${quote(form.file.fieldName)}, file, { filename: ${quote(form.file.name)}, content_type: ${quote(form.file.mimeType)} }]
    ],
    'multipart/form-data'
  )
${indented(send, 2)}
end`;
  return `require 'uri'
require 'net/http'

url = URI(${address})

request = Net::HTTPGenericRequest.new('${method}', ${String(hasBody)}, ${String(method !== 'HEAD')}, url)
${lines(headers, (name, value, index) =>
  isRepeated(headers, index)
    ? `request.add_field(${quote(name)}, ${value})`
    : `request[${quote(name)}] = ${value}`,
)}${isUntyped ? '# It was sent without a type.\ndef request.supply_default_content_type; end\n' : ''}
${sendForm ?? (text ? `request.body = ${text}\n${send}` : send)}
`;
}

/** PowerShell with the HTTP client of .NET: its own commands lose what is not ASCII in version 5.1. */
export function powershell(request: CodeRequest): string {
  const quote = powershellText;
  const key = `('ApiKey ' + $env:${KEY_VARIABLE})`;
  const { method, address, headers, text, form } = writtenIn(request, quote, key);
  const { ofContent, ofRequest } = splitHeaders(headers);
  const add = (target: string) => (name: string, value: string) =>
    `[void]${target}.Headers.TryAddWithoutValidation(${quote(name)}, ${value})`;
  const ofText =
    text &&
    `
$request.Content = [System.Net.Http.ByteArrayContent]::new([System.Text.Encoding]::UTF8.GetBytes(${text}))
${lines(ofContent, add('$request.Content'))}`;
  const ofForm =
    form &&
    `
$file = [System.Net.Http.ByteArrayContent]::new([System.IO.File]::ReadAllBytes((Convert-Path -LiteralPath ${quote(form.file.path)})))
[void]$file.Headers.TryAddWithoutValidation('Content-Type', ${quote(form.file.mimeType)})
# .NET writes these headers as Latin-1: this way the bytes are those of UTF-8.
$disposition = [System.Text.Encoding]::UTF8.GetBytes(${quote(dispositionOf(form.file.fieldName, form.file.name))})
$disposition = [System.Text.Encoding]::GetEncoding('iso-8859-1').GetString($disposition)
[void]$file.Headers.TryAddWithoutValidation('Content-Disposition', $disposition)
$form = [System.Net.Http.MultipartFormDataContent]::new()
${lines(form.fields, (name, value) => `$form.Add([System.Net.Http.StringContent]::new(${quote(value)}), ${quote(name)})`)}$form.Add($file)
$request.Content = $form
`;
  return `Add-Type -AssemblyName System.Net.Http
$client = [System.Net.Http.HttpClient]::new()
$request = [System.Net.Http.HttpRequestMessage]::new('${method}', ${address})
${lines(ofRequest, add('$request'))}${ofText ?? ofForm ?? ''}
$response = $client.SendAsync($request).GetAwaiter().GetResult()
$requestId = $null
[void]$response.Headers.TryGetValues('x-request-id', [ref]$requestId)
"$([int]$response.StatusCode) $requestId"
[System.Text.Encoding]::UTF8.GetString($response.Content.ReadAsByteArrayAsync().GetAwaiter().GetResult())
`;
}

function indented(text: string, spaces = 4): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(spaces));
}
