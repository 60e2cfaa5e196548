/** How languages write text, so that nothing in it can end the text and become code. */

const NOT_ASCII = /[^\0-\x7f]+/g;

const NAMED: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
/** The controls, and the characters that some languages take for the end of a line. */
const SPECIAL = /["\\\p{Cc}\u2028\u2029]/gu;

function code(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** Double quotes with four-digit escapes: JavaScript and C#. */
export function unicodeQuoted(text: string): string {
  const escape = (character: string) => `\\u${code(character).toString(16).padStart(4, '0')}`;
  return `"${text.replace(SPECIAL, (character) => NAMED[character] ?? escape(character))}"`;
}

/** Double quotes with octal escapes, which Python, Go and Java share. */
export function octalQuoted(text: string): string {
  const escape = (character: string) => `\\${code(character).toString(8).padStart(3, '0')}`;
  const special = (character: string) =>
    NAMED[character] ?? (code(character) < 0x80 ? escape(character) : character);
  return `"${text.replace(SPECIAL, special)}"`;
}

/** Text for Go, which refuses a byte order mark within a program. */
export function goQuoted(text: string): string {
  return octalQuoted(text).replaceAll('\ufeff', String.raw`\ufeff`);
}

/**
 * Text for Java in ASCII alone: Java 17 reads a file in the code page of the machine. Java resolves four-digit escapes
 * before it looks for strings, so an escaped line break would end the text: what is ASCII has octal escapes. The compiler
 * refuses a string above 65,535 bytes, also one that it can add up itself: a long one is joined as the program runs.
 */
export function javaQuoted(text: string): string {
  const pieces = (text.match(/.{1,8000}/gs) ?? ['']).map((piece) =>
    octalQuoted(piece).replace(NOT_ASCII, (characters) => codeUnits(characters, '\\u').join('')),
  );
  return pieces.length === 1 ? pieces.join('') : `String.join("", ${pieces.join(', ')})`;
}

/** Single quotes in which only the quote and the backslash are special: PHP and Ruby. */
export function singleQuoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}

/** Text for Ruby, which takes CR LF within a text for LF: such a text is written with escapes. */
export function rubyQuoted(text: string): string {
  return text.includes('\r') ? octalQuoted(text).replaceAll('#', '\\#') : singleQuoted(text);
}

/**
 * Text for PowerShell in ASCII alone: version 5.1 reads a file without a byte order mark in the code page of the
 * machine. What is not ASCII is joined in by its code units.
 */
export function powershellText(text: string): string {
  const joined = `'${text.replaceAll("'", "''")}'`.replace(
    NOT_ASCII,
    (characters) => `' + ${codeUnits(characters, '[char]0x').join(' + ')} + '`,
  );
  return /[^\0-\x7f]/.test(text) ? `(${joined})` : joined;
}

/** Each code unit of UTF-16 with four hexadecimal digits after the prefix. */
function codeUnits(characters: string, prefix: string): string[] {
  return Array.from({ length: characters.length }, (_, index) => {
    return prefix + characters.charCodeAt(index).toString(16).padStart(4, '0');
  });
}
