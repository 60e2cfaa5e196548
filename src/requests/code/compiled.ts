import { present } from '../../util/text';
import {
  dispositionOf,
  KEY_VARIABLE,
  lines,
  splitHeaders,
  writtenIn,
  type CodeForm,
  type CodeRequest,
} from './codeRequest';
import { goQuoted, javaQuoted, unicodeQuoted } from './literals';

/** Programs in languages that are compiled. Each prints the status, the request id and the answer. */

/** Go with its own library, of any version with modules. */
export function go(request: CodeRequest): string {
  const key = `"ApiKey " + os.Getenv("${KEY_VARIABLE}")`;
  const { method, address, authorized, headers, text, form } = writtenIn(request, goQuoted, key);
  const isForm = form !== undefined;
  const imports = present(
    isForm && 'bytes',
    'fmt',
    'io',
    isForm && 'mime/multipart',
    'net/http',
    isForm && 'net/textproto',
    (isForm || authorized) && 'os',
    text && 'strings',
  );
  const body = text ? `strings.NewReader(${text})` : isForm ? '&body' : 'nil';
  return `package main

import (
${imports.map((name) => `	"${name}"\n`).join('')})

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
${isForm ? goForm(form) : ''}	req, err := http.NewRequest("${method}", ${address}, ${body})
	check(err)
${isForm ? '	req.Header.Set("Content-Type", form.FormDataContentType())\n' : ''}${lines(headers, (name, value) => `	req.Header.Add(${goQuoted(name)}, ${value})`)}
	res, err := http.DefaultClient.Do(req)
	check(err)
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	check(err)
	fmt.Println(res.StatusCode, res.Header.Get("x-request-id"))
	fmt.Println(string(answer))
}
`;
}

function goForm({ fields, file }: CodeForm): string {
  return `	content, err := os.ReadFile(${goQuoted(file.path)})
	check(err)

	var body bytes.Buffer
	form := multipart.NewWriter(&body)
${lines(fields, (name, value) => `	check(form.WriteField(${goQuoted(name)}, ${goQuoted(value)}))`)}	part, err := form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {${goQuoted(dispositionOf(file.fieldName, file.name))}},
		"Content-Type":        {${goQuoted(file.mimeType)}},
	})
	check(err)
	_, err = part.Write(content)
	check(err)
	check(form.Close())

`;
}

/** Java with its own library, from Java 11 on: one file, which `java` runs as it is. */
export function java(request: CodeRequest): string {
  const key = `"ApiKey " + System.getenv("${KEY_VARIABLE}")`;
  const { method, address, headers, text, form } = writtenIn(request, javaQuoted, key);
  const ofForm = form ? 'ofByteArray(body.toByteArray())' : 'noBody()';
  const imports = [
    ...(form ? ['java.io.ByteArrayOutputStream'] : []),
    'java.net.URI',
    'java.net.http.*',
    'java.net.http.HttpRequest.BodyPublishers',
    ...(form ? ['java.nio.charset.StandardCharsets', 'java.nio.file.*', 'java.util.UUID'] : []),
  ];
  return `${imports.map((name) => `import ${name};\n`).join('')}
class SendRequest {
  public static void main(String[] arguments) throws Exception {
${form ? javaForm(form) : ''}    HttpRequest request = HttpRequest.newBuilder(URI.create(${address}))
      .method("${method}", BodyPublishers.${text ? `ofString(${text})` : ofForm})
${form ? '      .header("Content-Type", "multipart/form-data; boundary=" + boundary)\n' : ''}${lines(headers, (name, value) => `      .header(${javaQuoted(name)}, ${value})`)}      .build();

    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(response.statusCode() + " " + response.headers().firstValue("x-request-id").orElse(""));
    System.out.println(response.body());
  }
}
`;
}

function javaForm({ fields, file }: CodeForm): string {
  const disposition = (...names: [string, string?]) =>
    `"\\r\\nContent-Disposition: " + ${javaQuoted(dispositionOf(...names))} + "\\r\\n`;
  const parts = [
    ...fields.map(([name, value]) => `${disposition(name)}\\r\\n" + ${javaQuoted(value)} + "\\r\\n"`),
    `${disposition(file.fieldName, file.name)}Content-Type: " + ${javaQuoted(file.mimeType)} + "\\r\\n\\r\\n"`,
  ];
  const write = (text: string): string =>
    `    body.write(("--" + boundary + ${text}).getBytes(StandardCharsets.UTF_8));\n`;
  return `    String boundary = UUID.randomUUID().toString();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
${parts.map(write).join('')}    body.write(Files.readAllBytes(Path.of(${javaQuoted(file.path)})));
    body.write(("\\r\\n--" + boundary + "--\\r\\n").getBytes(StandardCharsets.UTF_8));

`;
}

/** C# with HttpClient. An answer with an error is printed like any other. */
export function csharp(request: CodeRequest): string {
  const quote = unicodeQuoted;
  const key = `"ApiKey " + Environment.GetEnvironmentVariable("${KEY_VARIABLE}")`;
  const { method, address, headers, text, form } = writtenIn(request, quote, key);
  const { ofContent, ofRequest } = splitHeaders(headers);
  const add = (target: string) => (name: string, value: string) =>
    `${target}.Headers.TryAddWithoutValidation(${quote(name)}, ${value});`;
  const ofText =
    text &&
    `
request.Content = new ByteArrayContent(Encoding.UTF8.GetBytes(${text}));
${lines(ofContent, add('request.Content'))}`;
  const ofForm =
    form &&
    `
var file = new ByteArrayContent(await File.ReadAllBytesAsync(${quote(form.file.path)}));
file.Headers.TryAddWithoutValidation("Content-Type", ${quote(form.file.mimeType)});
file.Headers.TryAddWithoutValidation("Content-Disposition", ${quote(dispositionOf(form.file.fieldName, form.file.name))});
var form = new MultipartFormDataContent { HeaderEncodingSelector = (_, _) => Encoding.UTF8 };
${lines(form.fields, (name, value) => `form.Add(new StringContent(${quote(value)}), ${quote(name)});`)}form.Add(file);
request.Content = form;
`;
  return `using System.Text;

using var client = new HttpClient();
using var request = new HttpRequestMessage(new HttpMethod("${method}"), ${address});
${lines(ofRequest, add('request'))}${ofText ?? ofForm ?? ''}
using var response = await client.SendAsync(request);
response.Headers.TryGetValues("x-request-id", out var requestId);
Console.WriteLine($"{(int)response.StatusCode} {requestId?.FirstOrDefault()}");
Console.WriteLine(await response.Content.ReadAsStringAsync());
`;
}
