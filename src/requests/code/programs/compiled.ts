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
${isForm ? '	req.Header.Set("Content-Type", form.FormDataContentType())\n' : ''}${lines(headers, (name, value) => `	req.Header.Set("${name}", ${value})`)}
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

/** Java with OkHttp. The order of the arguments of `create` is the one that every version of it has. */
export function java({ method, url, headers, content }: Program): string {
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const needsBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const others = headers.filter(([name]) => content === undefined || name.toLowerCase() !== 'content-type');
  // Made of bytes: to a text OkHttp would add a charset.
  const body =
    content === undefined
      ? needsBody
        ? 'RequestBody.create((MediaType) null, new byte[0])'
        : undefined
      : content.kind === 'text'
        ? `RequestBody.create(MediaType.parse(${contentType ?? '"application/json"'}), ${content.text}.getBytes(StandardCharsets.UTF_8))`
        : `new MultipartBody.Builder()
  .setType(MultipartBody.FORM)
${lines(content.fields, (name, value) => `  .addFormDataPart(${name}, ${value})`)}  .addFormDataPart(${content.field}, ${content.name},
    RequestBody.create(MediaType.parse(${content.type}), new File(${content.path})))
  .build()`;
  return `// import okhttp3.*; import java.io.File; import java.nio.charset.StandardCharsets;
OkHttpClient client = new OkHttpClient();

${body === undefined ? '' : `RequestBody body = ${body};\n`}Request request = new Request.Builder()
  .url(${url})
  .method("${method}", ${body === undefined ? 'null' : 'body'})
${lines(others, (name, value) => `  .addHeader("${name}", ${value})`)}  .build();

try (Response response = client.newCall(request).execute()) {
  System.out.println(response.code() + " " + response.header("x-request-id"));
  System.out.println(response.body().string());
}
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
