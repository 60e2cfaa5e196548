/** Checks an upload. The codes of its detail items are not shown and chosen here. */
import type { IncomingMessage } from 'node:http';
import type { FieldError } from '../../api/model/errors';
import { FILE_SIZE, FILE_TYPES, isPurpose, PURPOSES, type Purpose } from '../../api/rules/limits';
import { detectFileType } from '../../fileTypes/contentType';
import { invalid } from './http/replies';
import { readForm } from './http/formBody';
import { mediaType, readBody } from './http/requestBody';
import type { NewFile } from './data/sandboxStore';

/** What the form may hold beside the file: boundaries, part headers and the purpose. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

const REQUIRED = fileDetail('required', 'file is required.');
const NOT_A_FILE = fileDetail('file', 'file must be a file part, with a file name.');
const TOO_LARGE = fileDetail('max_size', `file must be at most 5 MB (${FILE_SIZE.rejected} bytes).`);

type FormValue = string | File | (string | File)[] | undefined;

/**
 * Reads an upload. File names are kept as the client had them; what browsers escape in them (quotes and
 * line breaks) is unescaped.
 * @throws Refusal that names every field that is wrong
 */
export async function readUpload(incoming: IncomingMessage): Promise<NewFile> {
  const form = await formOf(incoming);
  const problems: FieldError[] = [];
  const file = await checkFile(form['file'], problems);
  const purpose = checkPurpose(form['purpose'], problems);
  if (file === undefined || purpose === undefined) throw invalid(...problems);
  return { ...file, purpose };
}

async function formOf(incoming: IncomingMessage): Promise<Partial<Record<string, FormValue>>> {
  const type = mediaType(incoming);
  const given = type?.essence === 'multipart/form-data' ? type.params.get('boundary') : null;
  if (given === null || given === '') {
    throw invalid({
      code: 'content_type',
      fieldName: 'Content-Type',
      message: 'The request must be multipart/form-data with a boundary.',
    });
  }
  const body = await readBody(incoming, FILE_SIZE.rejected + FORM_OVERHEAD_BYTES);
  if (body === undefined) throw invalid(TOO_LARGE);
  return readForm(body, given);
}

async function checkFile(value: FormValue, problems: FieldError[]) {
  const problem = fileProblem(value);
  if (problem !== undefined || !(value instanceof File)) {
    problems.push(problem ?? NOT_A_FILE);
    return undefined;
  }
  const content = new Uint8Array(await value.arrayBuffer());
  const type = detectFileType(content);
  if (type === undefined) {
    problems.push(fileDetail('file_type', `file must be one of ${Object.keys(FILE_TYPES).join(', ')}.`));
    return undefined;
  }
  return { name: value.name, type, content };
}

/** What is wrong with the part, without a look at its content. */
function fileProblem(value: FormValue): FieldError | undefined {
  // Browsers send an empty part without a name for a form in which no file was chosen.
  const isEmptyPart = value instanceof File && value.name === '' && value.size === 0;
  if (value === undefined || value === '' || isEmptyPart) return REQUIRED;
  if (Array.isArray(value)) return fileDetail('single', 'file must be given once.');
  if (typeof value === 'string') return NOT_A_FILE;
  if (value.size === 0) return fileDetail('not_empty', 'file must not be empty.');
  return value.size > FILE_SIZE.rejected ? TOO_LARGE : undefined;
}

function checkPurpose(value: FormValue, problems: FieldError[]): Purpose | undefined {
  if (isPurpose(value)) return value;
  problems.push(
    value === undefined || value === ''
      ? { code: 'required', fieldName: 'purpose', message: 'purpose is required.' }
      : { code: 'one_of', fieldName: 'purpose', message: `purpose must be one of ${PURPOSES.join(', ')}.` },
  );
  return undefined;
}

function fileDetail(code: string, message: string): FieldError {
  return { code, fieldName: 'file', message };
}
