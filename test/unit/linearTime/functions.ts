import { describeApiError } from '../../../src/api/call/describeAnswer';
import {
  checkAddress,
  checkRequestPath,
  fileIdSegment,
  isLoopback,
  isMeantLocally,
} from '../../../src/api/model/addresses';
import { readReference } from '../../../src/httpFiles/format/answers';
import { dynamicValue, THIS_MOMENT } from '../../../src/httpFiles/format/dynamic';
import { fileIn } from '../../../src/httpFiles/format/parse/lines';
import { readShared } from '../../../src/httpFiles/format/shared';
import { readPath } from '../../../src/httpFiles/format/parse/parseExpectation';
import { isName } from '../../../src/httpFiles/format/resolve';
import { readTarget } from '../../../src/httpFiles/format/target';
import {
  definitionsIn,
  inertBody,
  inertJson,
  inertText,
  oneLine,
  withVariables,
} from '../../../src/httpFiles/format/write';
import { compareLines } from '../../../src/bodies/differences';
import { findPlaces } from '../../../src/requests/checks/differencePlaces';
import { jsonPathAt } from '../../../src/requests/exchange/jsonPath';
import { listName, withoutCursor } from '../../../src/requests/records/paging';
import { planPage, planRequest } from '../../../src/api/rules/plan';
import {
  canonicalDecimal,
  compareDecimals,
  fitsDouble,
  isDecimal,
  isMultipleOf,
} from '../../../src/util/decimals';
import { halfWidth } from '../../../src/ui/formats/amounts';
import { withoutEdges, withoutEnd } from '../../../src/util/edges';
import { safeFileName } from '../../../src/util/files';
import { fold, wordsOf } from '../../../src/util/words';
import { visible, visibleLines } from '../../../src/util/visible';
import { hideQuery } from '../../../src/api/model/redact';
import { comparedText } from '../../../src/bodies/comparedText';
import { isJson } from '../../../src/bodies/jsonLayout';
import { mayRound, parseExactly, parsePlainly, parseUnrounded } from '../../../src/util/exactJson';
import { decoded, isJsonText, isTooDeep, parseJson, percentDecoded } from '../../../src/util/lenient';
import { locationIn, treeOf } from '../../../src/httpFiles/format/parse/jsonTree';
import { isolate, lastSegment, literal, truncateMiddle } from '../../../src/util/plainText';
import { BLANK, HOSTS, numbers, words } from './entries';

const SUBJECT = {
  operation: 'uploadFile',
  ...{ method: 'POST', url: new URL('https://files.example'), environment: 'sandbox', timeoutMs: 30_000 },
} as const;
const END = { startedAt: 0, durationMs: 1, waitedMs: 0 };
const digitsOf = (text: string) => text.replaceAll(/\D/g, '0');

/** Functions of one text, all with the same tokens. */
export const SIMPLE: Readonly<Record<string, (text: string) => unknown>> = {
  ...{ checkAddress, checkRequestPath, hideQuery, fileIdSegment, isLoopback, isMeantLocally },
  ...{ readReference, inertText, oneLine, inertBody, inertJson, definitionsIn, isName, fileIn },
  ...{ readPath, readShared, fold, wordsOf, isDecimal, isJson },
  comparedText: (text) => comparedText(text, true),
  ...{ isolate, lastSegment, literal, truncateMiddle: (text) => truncateMiddle(text, 50), safeFileName },
  ...{ halfWidth, parseExactly, parseUnrounded, parseJson, isJsonText, isTooDeep, mayRound, parsePlainly },
  ...{ decoded, percentDecoded, treeOf, visible, visibleLines, listName, withoutCursor },
  readTarget: (text) => readTarget(`https://api.example/v1/${text}`, HOSTS),
  withVariables: (text) => withVariables(`https://api.example/v1/${text}`, HOSTS),
  dynamicValue: (text) => dynamicValue(`$randomInt${text}`, THIS_MOMENT),
  findPlaces: (text) => findPlaces(text, ['body', `body ${text}`]),
  jsonPathAt: (text) => jsonPathAt(text, text.length),
  locationIn: (text) => locationIn(text, text.length),
  compareLines: (text) => compareLines(text, `${text}a`),
  canonicalDecimal: (text) => canonicalDecimal(`1${digitsOf(text)}`),
  fitsDouble: (text) => fitsDouble(`1${digitsOf(text)}`),
  isMultipleOf: (text) => isMultipleOf(`1${digitsOf(text)}`, '7'),
  compareDecimals: (text) => compareDecimals(`1${digitsOf(text)}`, `${digitsOf(text)}1`),
  withoutEnd: (text) => withoutEnd(text, /\s/),
  withoutEdges: (text) => withoutEdges(text, /[-\s]/),
  planPage: (text) => planPage({ ...planRequest({ method: 'GET', path: '/x' }), target: `/x?${text}` }, 'a'),
  describeApiError: (message) =>
    describeApiError(
      400,
      { message, data: numbers(20).map(([fieldName]) => ({ code: 'x', fieldName, message })) },
      SUBJECT,
      END,
    ),
};
export const SIMPLE_TOKENS = [
  ...words('a 0 . - / /v1 : ? # % %25 & {{ }} " [ {"a": $ …'),
  ...["'", '1e9', '\ud800', '\u202e', '$(', '](', '"a",', ...BLANK],
];

/** Tried with what they are a part of. */
export const WITHIN = [
  ...words(
    'hideLinkQueries parseHttpFile readRequestLine readHeader placeholdersIn readVariable readExpectation whole',
  ),
  ...words(
    'checkTopUp extractRequest compareTexts findValueLinks readEntry layOutJson idCandidates plainText',
  ),
];
/** Take texts of the extension's own, or hand them to the editor or the system. */
export const OWN = words(
  't capitalised cancelled copy openText askTarget emptySupportReport readText readWhole renameFile renameTogether invalidArgument fileNumber moveAside',
);
