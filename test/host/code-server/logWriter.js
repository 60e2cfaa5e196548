// Takes the place of the editor's own log writer (`@vscode/spdlog`), which would have to be compiled. It writes the
// same lines, at once, into files that are never rotated.
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const LEVELS = ['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off'];

class Logger {
  #level = LEVELS.indexOf('info');
  #isPlain = false;
  #file;

  constructor(_type, _name, file) {
    this.#file = file;
  }

  getLevel() {
    return this.#level;
  }

  setLevel(level) {
    this.#level = level;
  }

  /** Lines as the caller gives them, with their own ends. */
  clearFormatters() {
    this.#isPlain = true;
  }

  /** The editor asks for one pattern only, the one that is written here: time, level, text. */
  setPattern() {
    this.#isPlain = false;
  }

  trace(text) {
    this.#write('trace', text);
  }

  debug(text) {
    this.#write('debug', text);
  }

  info(text) {
    this.#write('info', text);
  }

  warn(text) {
    this.#write('warning', text);
  }

  error(text) {
    this.#write('error', text);
  }

  critical(text) {
    this.#write('critical', text);
  }

  flush() {
    // Each line is in the file already.
  }

  drop() {
    this.#level = LEVELS.indexOf('off');
  }

  #write(level, text) {
    if (LEVELS.indexOf(level) < this.#level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    appendFileSync(this.#file, this.#isPlain ? text : `${time} [${level}] ${text}\n`);
  }
}

async function createLogger(_name, file) {
  mkdirSync(dirname(file), { recursive: true });
  return new Logger('', '', file);
}

exports.version = 0;
exports.setLevel = () => undefined;
exports.setFlushOn = () => undefined;
exports.Logger = Logger;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
