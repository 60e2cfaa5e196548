import { HEADER_WORDS } from '../../../api/rules/headerRules';
import { t } from '../../../util/text';

const notSupported = (what: string) => t('{0} is not supported here.', what);
const otherClients = () =>
  t('Clients disagree whether this line is sent. In a body of text, put it into a file and write < ./file.');

/** What can be wrong with a file or a request, and what to do about it. */
export const PROBLEM_TEXTS = {
  'unsupported-method': notSupported,
  'unsupported-version': (first) => t('{0} is not supported here. Use HTTP/1.1, or leave it out.', first),
  'unsupported-script': () => t('Scripts are not run here, so this request cannot be sent.'),
  'unsupported-response-script': () => t('Response handlers are not supported here and have no effect.'),
  'unsupported-directive': (first) => t('@{0} is not supported here, so this request cannot be sent.', first),
  'ignored-directive': (first) => t('@{0} is not supported here and has no effect.', first),
  'unsupported-import': () => t('Other files are not imported or run here.'),
  'unsupported-curl': () => notSupported('cURL'),
  'unsupported-comment-block': () => t('Comment blocks are not supported here. Begin each line with #.'),
  'unsupported-file-variables': () => t('<@ is not supported here. Use < for a file that is sent as it is.'),
  'unsupported-graphql': () => notSupported('GraphQL'),
  'unsupported-expression': (first) => notSupported(`{{${first}}}`),
  'bad-header-line': () => t('This is not a header. Write "Name: value", or a blank line before the body.'),
  ...HEADER_WORDS,
  authorization: () =>
    t('Write "Authorization: ApiKey {{apiKey}}", or leave it out: the key is that of the environment.'),
  host: (first) => t('{0} is not the host of the environment. Leave the header Host out.', first),
  'comment-in-body': otherClients,
  'variable-in-body': () => t('Define variables above the request, not in its body.'),
  'handler-in-body': otherClients,
  'request-in-body': () =>
    t(
      'Clients disagree whether another request begins here. Write a line of ### above it; in a body of text, put it into a file and write < ./file.',
    ),
  'file-in-text': () => t('A file is the whole body, or a part of multipart/form-data.'),
  'bad-form-line': () => t('Each further line of this body begins with &.'),
  'bad-multipart': (first) => t('The multipart body is not complete: {0}.', first),
  'body-of-read': (first) => t('A {0} request has no body. Leave it out, or use POST.', first),
  'unknown-variable': (first) => t('There is no variable {0}. Define it with @{0} = value.', first),
  'circular-variable': (first) => t('The variable {0} refers to itself.', first),
  'too-long': (first) => t('With {0} put in, the text is too long.', `{{${first}}}`),
  'not-sent-yet': (first, second) =>
    t('There is no value for {0}: send the request "{1}" of this file first.', first, second),
  'nothing-there': (first) => t('The answer holds no value for {0}.', first),
  'other-host': (first) =>
    t('{0} is not an address of the environment. Requests go to its own addresses only.', first),
  path: (_, second) => t('The path cannot be used: {0}.', second),
  limit: (first, second) => t('"limit" must be a whole number from {0} to {1}, given once.', first, second),
  currency: () => t('The currency must be three letters, such as EUR.'),
  'key-elsewhere': () =>
    t('The API key is sent in the header Authorization only. It would be somewhere else here.'),
  'same-name': (first) => t('Another request of this file is named {0} already.', first),
  'unknown-subject': (first) =>
    t(
      'Nothing can be expected of "{0}": write status, duration, header NAME, body or body PATH. The last predicate in the line counts.',
      first,
    ),
  'unknown-predicate': () =>
    t(
      'This line has no predicate that is known here, such as ==, !=, <, >=, includes, startsWith, matches or exists.',
    ),
  'triple-equals': () =>
    t('httpyac reads === as == and a text that begins with =, and so it is judged here. Write ==.'),
  upload: () =>
    t(
      'An upload goes to the files address without a query and has two parts: purpose, and file with "< ./path".',
    ),
} as const satisfies Record<string, (first: string, second: string) => string>;

export type ProblemCode = keyof typeof PROBLEM_TEXTS;
