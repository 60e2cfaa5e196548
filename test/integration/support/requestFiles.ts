/** What the tests of `.http` files have in common. */
import { answering, type Handler, refusing } from '../../support/httpServer';
import { startService, type Service } from './contract';
import { writeFile } from './extension';

const things = answering(200, { success: true, message: 'Done', data: { id: 'thing 1', exact: 7 } });
export const answer: Handler = (...request) =>
  (request[0].path.startsWith('/v1/missing') ? refusing(404) : things)(...request);

export const serve = (handler = answer) => startService(handler, 'http-files');
export const sentTo = ({ seen }: Service) => seen.map(({ method, path }) => `${method} ${path}`);

let number = 0;
export const file = (text: string | Uint8Array) => writeFile(`requests-${++number}.http`, text);
export const quiet = { environment: 'http-files', reveal: false };
