/** The payments API as a library. Knows nothing of VS Code. */
export * from './addresses';
export * from './client';
export type * from './clientTypes';
export * from './call/cooldown';
export * from './errors';
export * from './exchange';
export * from './rules/headerRules';
export * from './wire/fetchTransport';
export * from './ids';
export * from './rules/limits';
export * from './redact';
export * from './schemas';
export * from './wire/transport';
export * from './wire/undiciTransport';
