import {
  constructFromEvents,
  CORE_SCHEMA,
  defineScalarTag,
  EVENT_ID,
  floatCoreTag,
  intCoreTag,
  mapTag,
  mergeTag,
  parseEvents,
  seqTag,
  strTag,
  YAMLException,
  type Event,
} from 'js-yaml';
import { numberSource, parseUnrounded, unrounded } from '../../util/exactJson';
import { t } from '../../util/text';
import { DescriptionError } from '../model/descriptionError';
import { MAX_DEPTH, Positions } from './positions';
import { largestPart } from './unfolding';

/** A file that was read: JSON or YAML. */
export interface ParsedFile {
  readonly value: unknown;
  readonly positions: Positions;
}

/** A number that a double would round keeps its text. */
const NUMBERS = [intCoreTag, floatCoreTag].map((tag) =>
  defineScalarTag<unknown>(tag.tagName, {
    ...tag,
    resolve: (source, ...rest) => unrounded(tag.resolve(source, ...rest), source),
  }),
);
/** As a name, such a number is a text like any other. */
const MAP: typeof mapTag = {
  ...mapTag,
  addPair: (map, key, value) => mapTag.addPair(map, numberSource(key) ?? key, value),
  has: (map, key) => mapTag.has(map, numberSource(key) ?? key),
};
/** Tags of other tools, such as `!Sub`: what they stand before counts as if they were not there. */
const LOCAL = { tagName: '!', matchByTagPrefix: true };
const OTHERS = [
  { ...strTag, ...LOCAL },
  { ...seqTag, ...LOCAL },
  { ...MAP, ...LOCAL },
];
const SCHEMA = CORE_SCHEMA.withTags(mergeTag, NUMBERS, MAP, OTHERS);
const MAX_MERGED_KEYS = 100_000;

/**
 * Reads JSON or YAML 1.2.
 * @param name of the file, for messages
 * @throws DescriptionError with the line, for a text that is neither or that unfolds without end
 */
export function parseText(bytes: Uint8Array, name: string): ParsedFile {
  const given = decode(bytes);
  const json = parseUnrounded(given);
  if (json !== undefined) return { value: json, positions: new Positions(given) };
  try {
    const { text, events } = parseYaml(given);
    const documents = events.filter(({ type }) => type === EVENT_ID.DOCUMENT);
    if (documents.length === 0)
      throw new DescriptionError(t('{0} is empty. Choose a file that has content.', name));
    if (documents.length > 1) {
      throw new DescriptionError(t('{0} holds several YAML documents. A description is one.', name));
    }
    const [value] = constructFromEvents(events, {
      source: text,
      schema: SCHEMA,
      // A name that is there twice is reported, and the last one counts, as in JSON.
      json: true,
      maxTotalMergeKeys: MAX_MERGED_KEYS,
    });
    const positions = new Positions(text, events);
    const hasAliases = events.some(({ type }) => type === EVENT_ID.ALIAS);
    const tooLarge = hasAliases ? largestPart(value) : undefined;
    if (tooLarge !== undefined) {
      const line = positions.lineOf(tooLarge);
      throw new DescriptionError(t('{0}, line {1}: its aliases unfold without end.', name, line + 1), line);
    }
    return { value, positions };
  } catch (error) {
    if (error instanceof YAMLException) {
      const { line = 0, column = 0 } = error.mark ?? {};
      // The reason is the library's own, in English: the sentence says without it what is wrong, and where.
      const message = t(
        '{0}, line {1}, column {2}: cannot be read as YAML or JSON ({3}).',
        name,
        line + 1,
        column + 1,
        error.reason,
      );
      throw new DescriptionError(message, line);
    }
    throw error;
  }
}

/** How many characters are read again: each bracket that is moved costs another reading of the whole. */
const MOST_REREAD = 20_000_000;

/** The parts of YAML. A bracket that closes right below the name of what it holds is moved to where YAML wants it. */
function parseYaml(given: string): { readonly text: string; readonly events: Event[] } {
  let text = given;
  let last: YAMLException | undefined;
  for (let moved = 0; ; moved += 1) {
    try {
      return { text, events: parseEvents(text, { maxDepth: MAX_DEPTH }) };
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error;
      const at = error.mark?.position ?? 0;
      // Moved in vain: the first error has the place as it was written.
      if (at <= (last?.mark?.position ?? 0) + 1) throw last ?? error;
      const isMovable = error.reason === 'deficient indentation' && /[\]}]/.test(text.charAt(at));
      if (!isMovable || moved * text.length > MOST_REREAD) throw error;
      last = error;
      text = `${text.slice(0, at)} ${text.slice(at)}`;
    }
  }
}

function decode(bytes: Uint8Array): string {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
