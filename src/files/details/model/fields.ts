import { isObject } from '../../../util/objects';
import { fileURLToPath } from 'node:url';
import type { KnownFile } from '../../../storage/types/storageTypes';
import { DROPPED_SCHEME } from '../../check/droppedScheme';
import type { DetailsModel } from './source';
import { recordOf } from '../../records/contentLinks';
import { t, capitalised, number } from '../../../util/text';
import { isPurpose } from '../../../api/rules/limits';
import { purposeExplanation, purposeTitle } from '../../../ui/formats/purposes';
import { formatBytes } from '../../../ui/formats/formats';
import { MAX_KEY_CHARACTERS, type FieldValue, type FieldView } from './detailsProtocol';
import { parseTime } from '../../../util/times';
import { visible } from '../../../util/visible';

export interface Section {
  readonly heading: string;
  readonly fields: readonly Field[];
}

const RECORD_FIELDS = ['id', 'purpose', 'name', 'mimeType', 'contentLink', 'expiryDate', 'uploadedAt'];
const LINK_FIELDS = ['url', 'expiryDate'];

/** All rows of a file's details, in the order of the panel. A section without rows is left out. */
export function detailsSections(model: DetailsModel): Section[] {
  if (model.state === 'upload' && model.file !== undefined) {
    return [
      { heading: t('File'), fields: uploadFileFields(model.file) },
      { heading: t('Uploaded from here'), fields: uploadFields(model.file) },
    ];
  }
  return [
    { heading: t('File'), fields: fileFields(model) },
    { heading: t('Content link'), fields: linkFields(model.record?.['contentLink']) },
    { heading: t('Other fields'), fields: unnamedFields(model.record) },
    {
      heading: t('Uploaded from here'),
      fields: model.file === undefined ? [] : uploadFields(model.file),
    },
    { heading: t('Last fetch'), fields: fetchFields(model) },
  ].filter((section) => section.fields.length > 0);
}

/** "Read a file's details" in docs/api.md; before the first fetch, what the upload's own answer said. */
function fileFields(model: DetailsModel): Field[] {
  const record = model.record ?? (model.file && recordOf(model.file)) ?? { id: model.fileId };
  return [
    anyField('id', t('File ID'), record['id']),
    anyField('name', t('Name'), record['name'], false),
    purposeField(record['purpose']),
    anyField('mimeType', t('Type'), record['mimeType']),
    timeField('uploadedAt', t('Uploaded'), record['uploadedAt']),
    expiryField('expiryDate', t('File expiry'), record['expiryDate']),
  ];
}

/** Nothing else of it is known before the service has the file. */
function uploadFileFields({ name, purpose, mimeType }: KnownFile): Field[] {
  return [
    anyField('name', t('Name'), name, false),
    purposeField(purpose),
    anyField('mimeType', t('Type'), mimeType),
  ];
}

function linkFields(link: unknown): Field[] {
  if (link !== undefined && !isObject(link)) return [anyField('contentLink', t('Content link'), link)];
  return [
    anyField('contentLink.url', t('Address'), link?.['url']),
    expiryField(
      'contentLink.expiryDate',
      t('Link expiry'),
      link?.['expiryDate'],
      t('Open and Copy Link ask the service for a new one first.'),
    ),
  ];
}

function unnamedFields(record: DetailsModel['record']): Field[] {
  return [
    ...otherFields(record, RECORD_FIELDS, ''),
    ...otherFields(record?.['contentLink'], LINK_FIELDS, 'contentLink.'),
  ];
}

/** What is known of an upload from here; a file that was added by its id has none of it. */
function uploadFields(file: KnownFile): Field[] {
  if (file.uri === undefined) return [];
  const started = new Date(file.createdAt).toISOString();
  return [
    file.uri.startsWith(`${DROPPED_SCHEME}:`)
      ? {
          key: 'uri',
          label: t('Local file'),
          value: { kind: 'none', text: t('Dropped on the Files view; its location is not known') },
        }
      : { ...anyField('uri', t('Local file'), localPath(file.uri), false), action: 'openLocalFile' },
    ...(file.size === undefined ? [] : [sizeField(file.size)]),
    ...(file.sha256 === undefined ? [] : [anyField('sha256', 'SHA-256', file.sha256)]),
    timeField('createdAt', t('Upload started'), started),
    ...requestField('uploadRequestId', t('Upload request ID'), file.requestId, 'showUploadRequest'),
    ...(file.remark === undefined ? [] : [anyField('remark', t('Remark'), file.remark, false)]),
  ];
}

function fetchFields({ fetchedAt, requestId, file }: DetailsModel): Field[] {
  const time = fetchedAt === undefined ? undefined : new Date(fetchedAt).toISOString();
  return [
    ...(time === undefined ? [] : [timeField('fetchedAt', t('Fetched'), time)]),
    ...requestField('requestId', t('Request ID'), requestId ?? file?.detailsRequestId, 'showRequest'),
  ];
}

function requestField(
  key: string,
  label: string,
  requestId: string | undefined,
  action: NonNullable<Field['action']>,
): Field[] {
  return requestId === undefined ? [] : [{ ...anyField(key, label, requestId), action }];
}

/** A local file's path, as people know it; other resources keep their URI. */
function localPath(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return uri;
  }
}

/** A row, and the exact value for the clipboard, which stays on this side and may differ from what is shown. */
export type Field = Omit<FieldView, 'copyable' | 'value'> & {
  /** Absent for a field that is not there. */
  readonly value?: FieldValue;
  readonly raw?: string;
};

/** A row shows this many characters of a value; the raw JSON has the rest. */
const MAX_VALUE_CHARACTERS = 2000;
/** Fields that the interface does not name get a row each, up to this many. */
const MAX_OTHER_FIELDS = 100;

/** A row for any value, as it came. */
function anyField(key: string, label: string, value: unknown, code = true): Field {
  if (value === undefined) return { key, label };
  if (value === '') return { key, label, value: { kind: 'none', text: capitalised(t('empty text')) } };
  const raw = rawText(value);
  return { key, label, value: { kind: 'text', text: shown(raw), code }, raw };
}

/** A row for a time; one that cannot be read for certain is shown as it came. */
function timeField(key: string, label: string, value: unknown): Field {
  const at = parseTime(value);
  const field = anyField(key, label, value);
  return at === undefined || field.raw === undefined
    ? field
    : { ...field, value: { kind: 'time', text: field.raw, at } };
}

/**
 * A row for a time of expiry, where null means that there is none ("contentLink.expiryDate", "expiryDate").
 * @param expiredNote what to say once it is past
 */
function expiryField(key: string, label: string, value: unknown, expiredNote?: string): Field {
  if (value === null) return { key, label, value: { kind: 'text', text: capitalised(t('does not expire')) } };
  const field = timeField(key, label, value);
  if (field.value?.kind !== 'time') return field;
  return {
    ...field,
    value: { ...field.value, expires: true, ...(expiredNote !== undefined && { expiredNote }) },
  };
}

/** A row for a purpose, with what it is for ("Upload a file" in docs/api.md). */
function purposeField(value: unknown): Field {
  const field = anyField('purpose', t('Purpose'), value);
  if (typeof value !== 'string' || value === '') return field;
  const meaning = purposeExplanation(value);
  return { ...field, note: isPurpose(value) ? t('{0}: {1}', purposeTitle(value), meaning) : meaning };
}

/** A size for people, and in bytes. */
function sizeField(bytes: number): Field {
  const text = bytes < 1000 ? formatBytes(bytes) : t('{0} ({1} bytes)', formatBytes(bytes), number(bytes));
  return { key: 'size', label: t('Size'), value: { kind: 'text', text }, raw: String(bytes) };
}

/**
 * Rows for the fields of a record that the interface does not name, as they came.
 * @param named the fields that have rows already
 * @param path the prefix of each field's name, such as `contentLink.`
 */
function otherFields(record: unknown, named: readonly string[], path: string): Field[] {
  const others = Object.entries(isObject(record) ? record : {}).filter(([name]) => !named.includes(name));
  const fitting = others
    .filter(([name]) => name.length <= MAX_KEY_CHARACTERS - 100)
    .slice(0, MAX_OTHER_FIELDS);
  const fields = fitting.map(([name, value]): Field => {
    // A field of the service may bear the name of one of the rows of our own.
    return { ...anyField(`other:${path}${name}`, visible(path + name), value), unnamed: true };
  });
  const left = others.length - fitting.length;
  if (left === 0) return fields;
  const text = t('More fields in the raw JSON: {0}.', left);
  return [...fields, { key: `more:${path}`, label: t('More fields'), value: { kind: 'none', text } }];
}

/** Text as it is; anything else as its JSON. */
function rawText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function shown(raw: string): string {
  if (raw.length <= MAX_VALUE_CHARACTERS) return visible(raw);
  return t('{0}… ({1} characters in all)', visible(raw.slice(0, MAX_VALUE_CHARACTERS)), String(raw.length));
}
