import { lines, splitHeaders, type Program, type ProgramForm } from './program';

/** Programs in languages that are compiled. Each prints the status, the request id and the answer. */

/** Go with its own library, of any version with modules. */
export function go({ method, url, headers, content }: Program): string {
  const isForm = content?.kind === 'form';
  const needsKey = headers.some(([name]) => name === 'Authorization');
  const imports = [
    ...(isForm ? ['bytes'] : []),
    'fmt',
    'io',
    ...(isForm ? ['mime/multipart'] : []),
    'net/http',
    ...(isForm ? ['net/textproto'] : []),
    ...(isForm || needsKey ? ['os'] : []),
    ...(content?.kind === 'text' ? ['strings'] : []),
  ];
  const body =
    content === undefined ? 'nil' : content.kind === 'text' ? `strings.NewReader(${content.text})` : '&body';
  return `package main

import (
${imports.map((name) => `	"${name}"\n`).join('')})

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
${content?.kind === 'form' ? goForm(content) : ''}	req, err := http.NewRequest("${method}", ${url}, ${body})
	check(err)
${isForm ? '	req.Header.Set("Content-Type", form.FormDataContentType())\n' : ''}${lines(headers, (name, value) => `	req.Header.Add("${name}", ${value})`)}
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

function goForm({ fields, type, path, disposition }: ProgramForm): string {
  return `	content, err := os.ReadFile(${path})
	check(err)

	var body bytes.Buffer
	form := multipart.NewWriter(&body)
${lines(fields, (name, value) => `	check(form.WriteField(${name}, ${value}))`)}	part, err := form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {${disposition}},
		"Content-Type":        {${type}},
	})
	check(err)
	_, err = part.Write(content)
	check(err)
	check(form.Close())

`;
}

/** Java with its own library, from Java 11 on: one file, which `java` runs as it is. */
export function java({ method, url, headers, content }: Program): string {
  const form = content?.kind === 'form' ? content : undefined;
  const body =
    content === undefined
      ? 'BodyPublishers.noBody()'
      : content.kind === 'text'
        ? `BodyPublishers.ofString(${content.text})`
        : 'BodyPublishers.ofByteArray(body.toByteArray())';
  const imports = [
    ...(form === undefined ? [] : ['java.io.ByteArrayOutputStream']),
    'java.net.URI',
    'java.net.http.*',
    'java.net.http.HttpRequest.BodyPublishers',
    ...(form === undefined ? [] : ['java.nio.charset.StandardCharsets', 'java.nio.file.*', 'java.util.UUID']),
  ];
  return `${imports.map((name) => `import ${name};\n`).join('')}
class SendRequest {
  public static void main(String[] arguments) throws Exception {
${form === undefined ? '' : javaForm(form)}    HttpRequest request = HttpRequest.newBuilder(URI.create(${url}))
      .method("${method}", ${body})
${form === undefined ? '' : '      .header("Content-Type", "multipart/form-data; boundary=" + boundary)\n'}${lines(headers, (name, value) => `      .header("${name}", ${value})`)}      .build();

    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(response.statusCode() + " " + response.headers().firstValue("x-request-id").orElse(""));
    System.out.println(response.body());
  }
}
`;
}

function javaForm({ fields, fieldDispositions, type, path, disposition }: ProgramForm): string {
  const texts = fields.map(([, value], index) => {
    return `"\\r\\nContent-Disposition: " + ${fieldDispositions[index] ?? '""'} + "\\r\\n\\r\\n" + ${value} + "\\r\\n"`;
  });
  const write = (text: string): string =>
    `    body.write(("--" + boundary + ${text}).getBytes(StandardCharsets.UTF_8));\n`;
  return `    String boundary = UUID.randomUUID().toString();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
${texts.map(write).join('')}${write(`"\\r\\nContent-Disposition: " + ${disposition} + "\\r\\nContent-Type: " + ${type} + "\\r\\n\\r\\n"`)}    body.write(Files.readAllBytes(Path.of(${path})));
    body.write(("\\r\\n--" + boundary + "--\\r\\n").getBytes(StandardCharsets.UTF_8));

`;
}

/** C# with HttpClient. An answer with an error is printed like any other. */
export function csharp({ method, url, headers, content }: Program): string {
  const { ofContent, ofRequest } = splitHeaders(headers);
  const add = (target: string) => (name: string, value: string) =>
    `${target}.Headers.TryAddWithoutValidation("${name}", ${value});`;
  const body =
    content === undefined
      ? ''
      : content.kind === 'text'
        ? `
request.Content = new ByteArrayContent(Encoding.UTF8.GetBytes(${content.text}));
${lines(ofContent, add('request.Content'))}`
        : `
var file = new ByteArrayContent(await File.ReadAllBytesAsync(${content.path}));
file.Headers.TryAddWithoutValidation("Content-Type", ${content.type});
file.Headers.TryAddWithoutValidation("Content-Disposition", ${content.disposition});
var form = new MultipartFormDataContent { HeaderEncodingSelector = (_, _) => Encoding.UTF8 };
${lines(content.fields, (name, value) => `form.Add(new StringContent(${value}), ${name});`)}form.Add(file);
request.Content = form;
`;
  return `using System.Text;

using var client = new HttpClient();
using var request = new HttpRequestMessage(new HttpMethod("${method}"), ${url});
${lines(ofRequest, add('request'))}${body}
using var response = await client.SendAsync(request);
response.Headers.TryGetValues("x-request-id", out var requestId);
Console.WriteLine($"{(int)response.StatusCode} {requestId?.FirstOrDefault()}");
Console.WriteLine(await response.Content.ReadAsStringAsync());
`;
}
