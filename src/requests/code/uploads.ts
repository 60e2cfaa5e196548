import type { CodeRequest, MultipartBody } from './codeRequest';
import { LANGUAGES } from './languages';
import type { LanguageId } from './languages';

/**
 * Uploads in the languages of the snippet library, which itself would send an empty file: each by the means
 * that its language has for reading a file into a form.
 */
export function upload(request: CodeRequest, body: MultipartBody, language: LanguageId): string {
  const { quote, key, concat } = LANGUAGES[language];
  const keyHeader = request.authorized
    ? [['Authorization', `${quote('ApiKey ')}${concat}${key}`] as const]
    : [];
  return writers[language]({
    method: request.method,
    url: quote(request.url),
    headers: [...keyHeader, ...request.headers.map(([name, value]) => [name, quote(value)] as const)],
    fields: body.fields.map(([name, value]) => [quote(name), quote(value)] as const),
    field: quote(body.file.fieldName),
    name: quote(body.file.name),
    type: quote(body.file.mimeType),
    path: quote(body.file.path),
  });
}

/** Everything but the method and the names of headers is an expression of the language. */
interface Parts {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly path: string;
}

type Pair = readonly [name: string, value: string];
const lines = (pairs: readonly Pair[], line: (name: string, value: string) => string) =>
  pairs.map(([name, value]) => `${line(name, value)}\n`).join('');

const writers: Record<LanguageId, (parts: Parts) => string> = {
  python: (p) => `import os

import requests

with open(${p.path}, "rb") as file:
    response = requests.request(
        "${p.method}",
        ${p.url},
        headers={
${lines(p.headers, (name, value) => `            "${name}": ${value},`)}        },
        data={
${lines(p.fields, (name, value) => `            ${name}: ${value},`)}        },
        files={${p.field}: (${p.name}, file, ${p.type})},
    )

print(response.status_code, response.headers.get("x-request-id"))
print(response.text)
`,

  go: (p) => `package main

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	content, err := os.ReadFile(${p.path})
	check(err)

	var body bytes.Buffer
	form := multipart.NewWriter(&body)
${lines(p.fields, (name, value) => `	check(form.WriteField(${name}, ${value}))`)}	part, err := form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {multipart.FileContentDisposition(${p.field}, ${p.name})},
		"Content-Type":        {${p.type}},
	})
	check(err)
	_, err = part.Write(content)
	check(err)
	check(form.Close())

	req, err := http.NewRequest("${p.method}", ${p.url}, &body)
	check(err)
	req.Header.Set("Content-Type", form.FormDataContentType())
${lines(p.headers, (name, value) => `	req.Header.Set("${name}", ${value})`)}
	res, err := http.DefaultClient.Do(req)
	check(err)
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	check(err)
	fmt.Println(res.StatusCode, res.Header.Get("x-request-id"))
	fmt.Println(string(answer))
}
`,

  java: (p) => `OkHttpClient client = new OkHttpClient();

RequestBody body = new MultipartBody.Builder()
  .setType(MultipartBody.FORM)
${lines(p.fields, (name, value) => `  .addFormDataPart(${name}, ${value})`)}  .addFormDataPart(${p.field}, ${p.name},
    RequestBody.create(new File(${p.path}), MediaType.parse(${p.type})))
  .build();
Request request = new Request.Builder()
  .url(${p.url})
  .method("${p.method}", body)
${lines(p.headers, (name, value) => `  .addHeader("${name}", ${value})`)}  .build();

Response response = client.newCall(request).execute();
System.out.println(response.code() + " " + response.header("x-request-id"));
System.out.println(response.body().string());
`,

  csharp: (p) => `using System.Net.Http.Headers;

using var client = new HttpClient();
using var request = new HttpRequestMessage(new HttpMethod("${p.method}"), ${p.url});
${lines(p.headers, (name, value) => `request.Headers.TryAddWithoutValidation("${name}", ${value});`)}
var file = new ByteArrayContent(await File.ReadAllBytesAsync(${p.path}));
file.Headers.ContentType = new MediaTypeHeaderValue(${p.type});
var form = new MultipartFormDataContent();
${lines(p.fields, (name, value) => `form.Add(new StringContent(${value}), ${name});`)}form.Add(file, ${p.field}, ${p.name});
request.Content = form;

using var response = await client.SendAsync(request);
response.Headers.TryGetValues("x-request-id", out var requestId);
Console.WriteLine($"{(int)response.StatusCode} {requestId?.FirstOrDefault()}");
Console.WriteLine(await response.Content.ReadAsStringAsync());
`,

  php: (p) => `<?php

$curl = curl_init();

curl_setopt_array($curl, [
  CURLOPT_URL => ${p.url},
  CURLOPT_RETURNTRANSFER => true,
  CURLOPT_CUSTOMREQUEST => '${p.method}',
  CURLOPT_HTTPHEADER => [
${lines(p.headers, (name, value) => `    '${name}: ' . ${value},`)}  ],
  CURLOPT_POSTFIELDS => [
${lines(p.fields, (name, value) => `    ${name} => ${value},`)}    ${p.field} => new CURLFile(${p.path}, ${p.type}, ${p.name}),
  ],
]);

$response = curl_exec($curl);
echo curl_errno($curl) ? curl_error($curl) : $response;
`,

  ruby: (p) => `require 'uri'
require 'net/http'

url = URI(${p.url})

request = Net::HTTPGenericRequest.new('${p.method}', true, true, url)
${lines(p.headers, (name, value) => `request['${name}'] = ${value}`)}
File.open(${p.path}, 'rb') do |file|
  request.set_form(
    [
${lines(p.fields, (name, value) => `      [${name}, ${value}],`)}      [${p.field}, file, { filename: ${p.name}, content_type: ${p.type} }]
    ],
    'multipart/form-data'
  )
  response = Net::HTTP.start(url.host, url.port, use_ssl: url.scheme == 'https') { |http| http.request(request) }
  puts response.code, response['x-request-id'], response.body
end
`,

  powershell: (p) => `Add-Type -AssemblyName System.Net.Http
$client = [System.Net.Http.HttpClient]::new()
$request = [System.Net.Http.HttpRequestMessage]::new('${p.method}', ${p.url})
${lines(p.headers, (name, value) => `[void]$request.Headers.TryAddWithoutValidation('${name}', (${value}))`)}
$file = [System.Net.Http.ByteArrayContent]::new([System.IO.File]::ReadAllBytes(${p.path}))
$file.Headers.ContentType = ${p.type}
$form = [System.Net.Http.MultipartFormDataContent]::new()
${lines(p.fields, (name, value) => `$form.Add([System.Net.Http.StringContent]::new(${value}), ${name})`)}$form.Add($file, ${p.field}, ${p.name})
$request.Content = $form

$response = $client.SendAsync($request).Result
[int]$response.StatusCode
$response.Content.ReadAsStringAsync().Result
`,
};
