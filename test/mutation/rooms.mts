/** A part of the sources, and the unit tests that are to notice each change of it. */
export interface Room {
  readonly sources: readonly string[];
  /** Folders and files below `test/unit`. */
  readonly tests: readonly string[];
}

/** The code without VS Code that decides about money, identity and secrets. */
export const ROOMS: Readonly<Record<string, Room>> = {
  rules: { sources: ['src/api/rules'], tests: ['api'] },
  model: { sources: ['src/api/model'], tests: ['api'] },
  wire: { sources: ['src/api/wire'], tests: ['api'] },
  call: { sources: ['src/api/call', 'src/api/client.ts'], tests: ['api'] },
  files: { sources: ['src/storage/files'], tests: ['storage'] },
  history: { sources: ['src/storage/history'], tests: ['storage'] },
  http: { sources: ['src/httpFiles/format'], tests: ['httpFiles'] },
  writes: { sources: ['src/services/writeRules.ts'], tests: ['services'] },
  limits: { sources: ['src/agents/limits'], tests: ['agents'] },
  descriptions: { sources: ['src/descriptions'], tests: ['descriptions'] },
};
