import type { Storage } from '../../storage';
import type { KnownValue } from '../../ui/questions/askValue';
import { plainText } from '../../util/plainText';
import type { HttpRequest, Prompt } from '../format/parse/model';

/** How many files are offered. */
const OFFERED = 50;

/** The ids of uploaded files, where a prompt asks for one: by its name, or by its place in the address. */
export function knownFileIds(
  storage: Pick<Storage, 'files'> | undefined,
  environment: string,
  { name }: Pick<Prompt, 'name'>,
  { url }: Pick<HttpRequest, 'url'>,
): readonly KnownValue[] {
  const asksForFile = /^file[_-]?id$/i.test(name) || url.includes(`/files/{{${name}}}`);
  if (!asksForFile || storage === undefined) return [];
  const { items } = storage.files.list({ environment, states: ['uploaded'], limit: OFFERED });
  return items.flatMap(({ fileId, name: file }) =>
    fileId === undefined ? [] : [{ value: fileId, description: plainText(file, 60) }],
  );
}
