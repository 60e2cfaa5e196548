import { HTTPSnippet } from '@readme/httpsnippet';
import type { CodeRequest } from './codeRequest';
import type { Language } from './languages';

/** Where a word was found: what the library put before it within the same quotes. */
type Written = (before: string) => string;

/**
 * Code by the snippet library, for requests whose body is text or none. The library does not escape all that
 * it is given in every language, so it is only given words that need no escaping; each is then replaced,
 * including its quotes, by the text in the form of the language.
 */
export function snippet(request: CodeRequest, language: Language): string {
  const words: Written[] = [];
  const word = (written: Written) => `zq${words.push(written) - 1}qz`;
  const text = (value: string) => word((before) => language.quote(before + value));
  const protocol = request.url.startsWith('http:') ? 'http:' : 'https:';
  // The library parses the address and writes it whole: nothing precedes it.
  const url = `${protocol}//${word(() => language.quote(request.url))}.example/`;
  const key = word((before) => `${language.quote(`${before}ApiKey `)}${language.concat}${language.key}`);
  const headers = request.headers.map(([name, value]) => ({ name, value: text(value) }));
  const body = request.body?.kind === 'text' ? textBody(request.body.text, headers, language, word) : {};
  const [target, client] = language.snippet;
  const har = {
    method: request.method,
    url,
    headers: request.authorized ? [{ name: 'Authorization', value: key }, ...headers] : headers,
    ...body,
  };
  const log = { version: '1.2', creator: { name: '', version: '' }, entries: [{ request: har }] };
  const [code] = new HTTPSnippet({ log }).convert(target, client);
  const written = replaceWords(typeof code === 'string' ? code : '', words);
  return `${request.authorized ? (language.withKey?.(written) ?? written) : written}\n`;
}

/** A MIME type that the library does not know keeps it from parsing the text and writing it differently. */
function textBody(
  body: string,
  headers: readonly { name: string; value: string }[],
  { quote, encode = '' }: Language,
  word: (written: Written) => string,
) {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  // Requests with a text body always have a content type; see readRequest.
  return { postData: { mimeType: type ?? '', text: word((before) => `${quote(before + body)}${encode}`) } };
}

function replaceWords(code: string, words: readonly Written[]): string {
  // A word is the whole of a quoted text, but for a scheme or a header's name before it and a host's rest.
  const quoted = /(["'])([^"'\n]*)zq(\d+)qz(?:\.example\/)?\1/g;
  return code.replace(quoted, (whole, _quote, before: string, index: string) => {
    return words[Number(index)]?.(before) ?? whole;
  });
}
