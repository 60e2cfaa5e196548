import assert from 'node:assert/strict';
import type { ExchangeRequest } from '../../../../src/api/model/exchange';
import { generateCode, type CodeTarget } from '../../../../src/requests/code';
import { exchange, uploadRequest } from '../exchanges';

/** In languages that few machines have, or none: what HEAD, a text and an upload change in a program that only asks. */
const PROGRAMS: Partial<Record<CodeTarget, string>> = {
  go: String.raw`	req, err := http.NewRequest("HEAD", "https://api.example.com/v1/things", nil)
--
	"os"
	"strings"
	req, err := http.NewRequest("POST", "https://api.example.com/v1/things", strings.NewReader("a\r#b"))
	req.Header.Add("Authorization", "ApiKey " + os.Getenv("PAYMENTS_API_KEY"))
	req.Header.Add("X-One", "a")
	req.Header.Add("Content-Language", "b")
	req.Header.Add("x-one", "it's")
	req.Header.Add("X-Content-Empty", "")
--
	"bytes"
	"mime/multipart"
	"net/textproto"
	"os"
	content, err := os.ReadFile("b.pdf")
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	check(form.WriteField("purpose", "payment_evidence"))
	part, err := form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {"form-data; name=\"file\"; filename=\"b.pdf\""},
		"Content-Type":        {"application/pdf"},
	})
	_, err = part.Write(content)
	check(form.Close())
	req, err := http.NewRequest("PUT", "https://api.example.com/v1/things", &body)
	req.Header.Set("Content-Type", form.FormDataContentType())
	req.Header.Add("Authorization", "ApiKey " + os.Getenv("PAYMENTS_API_KEY"))`,
  csharp: String.raw`using var request = new HttpRequestMessage(new HttpMethod("HEAD"), "https://api.example.com/v1/things");
--
using var request = new HttpRequestMessage(new HttpMethod("POST"), "https://api.example.com/v1/things");
request.Headers.TryAddWithoutValidation("Authorization", "ApiKey " + Environment.GetEnvironmentVariable("PAYMENTS_API_KEY"));
request.Headers.TryAddWithoutValidation("X-One", "a");
request.Headers.TryAddWithoutValidation("x-one", "it's");
request.Headers.TryAddWithoutValidation("X-Content-Empty", "");
request.Content = new ByteArrayContent(Encoding.UTF8.GetBytes("a\r#b"));
request.Content.Headers.TryAddWithoutValidation("Content-Language", "b");
--
using var request = new HttpRequestMessage(new HttpMethod("PUT"), "https://api.example.com/v1/things");
request.Headers.TryAddWithoutValidation("Authorization", "ApiKey " + Environment.GetEnvironmentVariable("PAYMENTS_API_KEY"));
var file = new ByteArrayContent(await File.ReadAllBytesAsync("b.pdf"));
file.Headers.TryAddWithoutValidation("Content-Type", "application/pdf");
file.Headers.TryAddWithoutValidation("Content-Disposition", "form-data; name=\"file\"; filename=\"b.pdf\"");
var form = new MultipartFormDataContent { HeaderEncodingSelector = (_, _) => Encoding.UTF8 };
form.Add(new StringContent("payment_evidence"), "purpose");
form.Add(file);
request.Content = form;`,
  php: String.raw`  CURLOPT_NOBODY => true,
--
  CURLOPT_CUSTOMREQUEST => 'POST',
    'Authorization: ' . 'ApiKey ' . getenv('PAYMENTS_API_KEY'),
    'X-One: ' . 'a',
    'Content-Language: ' . 'b',
    'x-one: ' . 'it\'s',
    'X-Content-Empty;',
    'Content-Type:',
  CURLOPT_POSTFIELDS => 'a␍#b',
--
  CURLOPT_CUSTOMREQUEST => 'PUT',
    'Authorization: ' . 'ApiKey ' . getenv('PAYMENTS_API_KEY'),
  CURLOPT_POSTFIELDS => [
    'purpose' => 'payment_evidence',
    'file' => new CURLFile('b.pdf', 'application/pdf', 'b.pdf'),`,
  ruby: String.raw`request = Net::HTTPGenericRequest.new('HEAD', false, false, url)
--
request = Net::HTTPGenericRequest.new('POST', true, true, url)
request['Authorization'] = 'ApiKey ' + ENV.fetch('PAYMENTS_API_KEY')
request['X-One'] = 'a'
request['Content-Language'] = 'b'
request.add_field('x-one', 'it\'s')
request['X-Content-Empty'] = ''
# It was sent without a type.
def request.supply_default_content_type; end
request.body = "a\r\#b"
--
request = Net::HTTPGenericRequest.new('PUT', true, true, url)
request['Authorization'] = 'ApiKey ' + ENV.fetch('PAYMENTS_API_KEY')
File.open('b.pdf', 'rb') do |file|
  request.set_form(
    [
      ['purpose', 'payment_evidence'],
      ['file', file, { filename: 'b.pdf', content_type: 'application/pdf' }]
    ],
    'multipart/form-data'
  )
  response = Net::HTTP.start(url.host, url.port, use_ssl: url.scheme == 'https') { |http| http.request(request) }
  puts "#{response.code} #{response['x-request-id']}", response.body
end`,
  powershell: String.raw`$request = [System.Net.Http.HttpRequestMessage]::new('HEAD', 'https://api.example.com/v1/things')
--
$request = [System.Net.Http.HttpRequestMessage]::new('POST', 'https://api.example.com/v1/things')
[void]$request.Headers.TryAddWithoutValidation('Authorization', ('ApiKey ' + $env:PAYMENTS_API_KEY))
[void]$request.Headers.TryAddWithoutValidation('X-One', 'a')
[void]$request.Headers.TryAddWithoutValidation('x-one', 'it''s')
[void]$request.Headers.TryAddWithoutValidation('X-Content-Empty', '')
$request.Content = [System.Net.Http.ByteArrayContent]::new([System.Text.Encoding]::UTF8.GetBytes('a␍#b'))
[void]$request.Content.Headers.TryAddWithoutValidation('Content-Language', 'b')
--
$request = [System.Net.Http.HttpRequestMessage]::new('PUT', 'https://api.example.com/v1/things')
[void]$request.Headers.TryAddWithoutValidation('Authorization', ('ApiKey ' + $env:PAYMENTS_API_KEY))
$file = [System.Net.Http.ByteArrayContent]::new([System.IO.File]::ReadAllBytes((Convert-Path -LiteralPath 'b.pdf')))
[void]$file.Headers.TryAddWithoutValidation('Content-Type', 'application/pdf')
# .NET writes these headers as Latin-1: this way the bytes are those of UTF-8.
$disposition = [System.Text.Encoding]::UTF8.GetBytes('form-data; name="file"; filename="b.pdf"')
$disposition = [System.Text.Encoding]::GetEncoding('iso-8859-1').GetString($disposition)
[void]$file.Headers.TryAddWithoutValidation('Content-Disposition', $disposition)
$form = [System.Net.Http.MultipartFormDataContent]::new()
$form.Add([System.Net.Http.StringContent]::new('payment_evidence'), 'purpose')
$form.Add($file)
$request.Content = $form`,
};

const url = 'https://api.example.com/v1/things';
const headers = [
  ['Authorization', ''],
  ['X-One', 'a'],
  ['Content-Language', 'b'],
  ['x-one', "it's"],
  ['X-Content-Empty', ''],
] as const;

it('A program in Go names the packages that it needs', () => {
  const code = generateCode(exchange({ request: { headers: [] } }), 'go');
  assert.ok(code.startsWith('package main\n\nimport (\n\t"fmt"\n\t"io"\n\t"net/http"\n)\n'), code);
});

describe('The program that is not run here', () => {
  for (const [id, expected] of Object.entries(PROGRAMS))
    it(`sends what was sent: ${id}`, () => {
      const linesOf = (method: string, request: ExchangeRequest) =>
        generateCode(exchange({ method, url, request }), id as CodeTarget).split('\n');
      const none = { headers: [] };
      const bare = linesOf('GET', none);
      const text = { headers, body: { kind: 'json', text: 'a\r#b' } } as const;
      const programs = [linesOf('HEAD', none), linesOf('POST', text), linesOf('PUT', uploadRequest('b.pdf'))];
      const changes = programs.map((program) => program.filter((line) => !bare.includes(line)).join('\n'));
      assert.equal(
        bare.filter((line) => !programs[1]?.includes(line)).length,
        1,
        'the method alone is another',
      );
      assert.equal(changes.join('\n--\n').replaceAll('\r', '␍'), expected);
    });
});
