/** What is known of an API description. Everything here can be sent between threads. */

/** What the schemas of a document mean. 3.2 is read as 3.1. */
export type Dialect = '2.0' | '3.0' | '3.1';

/** A value of a document, with its place: the address of a file, and a JSON pointer as its fragment. */
export interface Located {
  readonly value: unknown;
  readonly at: string;
}

/** Leads from a `$ref` to what it names. Nothing is ever unfolded as a whole: look where you need to. */
export interface Resolver {
  readonly dialect: Dialect;
  /**
   * One step: what a reference names.
   * @param ref as written, or a place (`Located.at`)
   * @param base the place where it is written, of which only the file counts
   * @returns undefined where it leads nowhere, or to a file that was not read
   */
  resolve(ref: string, base: string): Located | undefined;
}

/** Which way a value goes: `readOnly` is for answers, `writeOnly` for requests. */
export type Direction = 'request' | 'answer';

/** Where and how a value does not fit its schema. Holds no value that was checked. */
export interface Fault {
  /** Names and indexes that lead to it; a field that is missing is named too. */
  readonly path: readonly (string | number)[];
  /** In the user's language, without the place. */
  readonly message: string;
  /** The keyword of JSON Schema, such as `required`. */
  readonly keyword: string;
}

/** Something about a document that a person should know; the rest of it works. */
export interface Remark {
  readonly message: string;
  /** Counted from 0, in the document itself. */
  readonly line?: number;
}

/** What a document says of itself, beside its operations. */
export interface DescriptionFacts {
  /** The address of its file. */
  readonly uri: string;
  readonly title: string;
  readonly version: string;
  readonly dialect: Dialect;
  readonly remarks: readonly Remark[];
  /** The other files that it consists of, so that it is read again when one changes or is there at last. */
  readonly files: readonly string[];
}
