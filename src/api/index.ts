/** The payments API as a library. Knows nothing of VS Code. */
export * from './model/addresses';
export * from './client';
export type * from './model/clientTypes';
export * from './call/cooldown';
export * from './model/errors';
export * from './model/exchange';
export * from './rules/headerRules';
export * from './wire/fetchTransport';
export * from './rules/limits';
export * from './model/redact';
export * from './model/schemas';
export * from './wire/transport';
export * from './wire/undiciTransport';
export type * from './call/clientOptions';
