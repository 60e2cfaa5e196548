import { isRepeated, lines, type Pair, type Program } from './program';

/** Programs in languages that run as they are. Each prints the status, the request id and the answer. */

/** Python with requests. */
export function python({ method, url, headers, content }: Program): string {
  const form = content?.kind === 'form' ? content : undefined;
  const call = `response = requests.request(
    "${method}",
    ${url},
    headers={
${lines(joined(headers), (name, value) => `        "${name}": ${value},`)}    },
${
  form === undefined
    ? ''
    : `    data={
${lines(form.fields, (name, value) => `        ${name}: ${value},`)}    },
    files={${form.field}: (${form.name}, file, ${form.type})},
`
}${content?.kind === 'text' ? `    data=${content.text}.encode(),\n` : ''}    allow_redirects=False,
)`;
  return `import os

import requests

${form === undefined ? call : `with open(${form.path}, "rb") as file:\n${indented(call)}`}

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
export function php({ method, url, headers, content, isUntyped }: Program): string {
  // HEAD as a custom request would wait for a body that never comes.
  const how = method === 'HEAD' ? 'CURLOPT_NOBODY => true' : `CURLOPT_CUSTOMREQUEST => '${method}'`;
  const body =
    content === undefined
      ? ''
      : content.kind === 'text'
        ? `  CURLOPT_POSTFIELDS => ${content.text},\n`
        : `  CURLOPT_POSTFIELDS => [
${lines(content.fields, (name, value) => `    ${name} => ${value},`)}    ${content.field} => new CURLFile(${content.path}, ${content.type}, ${content.name}),
  ],
`;
  return `<?php

$curl = curl_init();
$requestId = '';

curl_setopt_array($curl, [
  CURLOPT_URL => ${url},
  CURLOPT_RETURNTRANSFER => true,
  ${how},
  CURLOPT_HTTPHEADER => [
${lines(headers, (name, value) => (value === "''" ? `    '${name};',` : `    '${name}: ' . ${value},`))}${isUntyped ? "    'Content-Type:',\n" : ''}  ],
  CURLOPT_HEADERFUNCTION => function ($curl, $line) use (&$requestId) {
    if (stripos($line, 'x-request-id:') === 0) $requestId = trim(substr($line, 13));
    return strlen($line);
  },
${body}]);

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
export function ruby({ method, url, headers, content, isUntyped }: Program): string {
  const hasAnswer = method !== 'HEAD';
  const send = `response = Net::HTTP.start(url.host, url.port, use_ssl: url.scheme == 'https') { |http| http.request(request) }
puts "#{response.code} #{response['x-request-id']}", response.body`;
  const body =
    content === undefined
      ? send
      : content.kind === 'text'
        ? `request.body = ${content.text}\n${send}`
        : `File.open(${content.path}, 'rb') do |file|
  request.set_form(
    [
${lines(content.fields, (name, value) => `      [${name}, ${value}],`)}      [${content.field}, file, { filename: ${content.name}, content_type: ${content.type} }]
    ],
    'multipart/form-data'
  )
${indented(send, 2)}
end`;
  return `require 'uri'
require 'net/http'

url = URI(${url})

request = Net::HTTPGenericRequest.new('${method}', ${String(content !== undefined)}, ${String(hasAnswer)}, url)
${lines(headers, (name, value, index) =>
  isRepeated(headers, index) ? `request.add_field('${name}', ${value})` : `request['${name}'] = ${value}`,
)}${isUntyped ? '# It was sent without a type.\ndef request.supply_default_content_type; end\n' : ''}
${body}
`;
}

/** PowerShell with the HTTP client of .NET: its own commands lose what is not ASCII in version 5.1. */
export function powershell({ method, url, headers, content }: Program): string {
  const isOfContent = (name: string) => content !== undefined && /^content-/i.test(name);
  const ofRequest = headers.filter(([name]) => !isOfContent(name));
  const ofContent = headers.filter(([name]) => isOfContent(name));
  const add = (target: string) => (name: string, value: string) =>
    `[void]${target}.Headers.TryAddWithoutValidation('${name}', ${value})`;
  const body =
    content === undefined
      ? ''
      : content.kind === 'text'
        ? `
$request.Content = [System.Net.Http.ByteArrayContent]::new([System.Text.Encoding]::UTF8.GetBytes(${content.text}))
${lines(ofContent, add('$request.Content'))}`
        : `
$file = [System.Net.Http.ByteArrayContent]::new([System.IO.File]::ReadAllBytes((Convert-Path -LiteralPath ${content.path})))
[void]$file.Headers.TryAddWithoutValidation('Content-Type', ${content.type})
# .NET writes these headers as Latin-1: this way the bytes are those of UTF-8.
$disposition = [System.Text.Encoding]::UTF8.GetBytes(${content.disposition})
$disposition = [System.Text.Encoding]::GetEncoding('iso-8859-1').GetString($disposition)
[void]$file.Headers.TryAddWithoutValidation('Content-Disposition', $disposition)
$form = [System.Net.Http.MultipartFormDataContent]::new()
${lines(content.fields, (name, value) => `$form.Add([System.Net.Http.StringContent]::new(${value}), ${name})`)}$form.Add($file)
$request.Content = $form
`;
  return `Add-Type -AssemblyName System.Net.Http
$client = [System.Net.Http.HttpClient]::new()
$request = [System.Net.Http.HttpRequestMessage]::new('${method}', ${url})
${lines(ofRequest, add('$request'))}${body}
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
