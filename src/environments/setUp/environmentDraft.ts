import { readEnvironments, type Environment } from '../../services/environments/environmentModel';
import { isObject } from '../../util/objects';

/** An environment as it is being set up: texts as typed, nothing kept yet. Pure. */
export interface Draft {
  readonly id: string;
  readonly isNew: boolean;
  name: string;
  /** Undefined while the setting holds no valid one. */
  type: 'sandbox' | 'production' | undefined;
  apiUrl: string;
  /** Empty for the origin of the API address. */
  filesUrl: string;
  /** Empty for none. */
  dashboardUrl: string;
}

const BUILT_IN = ['local', 'sandbox', 'production'];

/** Whether the environment is one of the user's own, which may be renamed and removed. */
export function isOwn(id: string): boolean {
  return !BUILT_IN.includes(id);
}

/** A draft of what the settings say of an environment now, valid or not. */
export function draftOf(environment: Environment, entries: Readonly<Record<string, unknown>>): Draft {
  const entry = entryOf(environment.id, entries);
  const text = (key: string): string => (typeof entry[key] === 'string' ? entry[key].trim() : '');
  const fixed = environment.type === 'local' ? undefined : environment.type;
  return {
    id: environment.id,
    isNew: false,
    name: environment.name,
    type: isOwn(environment.id) ? typeOf(text('type')) : fixed,
    apiUrl: text('apiUrl'),
    filesUrl: text('filesUrl'),
    dashboardUrl: text('dashboardUrl'),
  };
}

/** A draft of one more environment. */
export function newDraft(name: string, entries: Readonly<Record<string, unknown>>): Draft {
  const id = freeId(name, entries);
  return { id, isNew: true, name, type: undefined, apiUrl: '', filesUrl: '', dashboardUrl: '' };
}

/**
 * The entries with the draft in them. What else the user wrote stays, and so do the name and the type of an
 * entry that states them: a draft may be older than they are.
 * @param entries the user's value of `paymentsApi.environments`
 */
export function withDraft(draft: Draft, entries: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { id, name, type, apiUrl, filesUrl, dashboardUrl } = draft;
  const { filesUrl: _files, dashboardUrl: _dashboard, ...before } = draft.isNew ? {} : entryOf(id, entries);
  const entry = {
    ...before,
    ...(isOwn(id) && { name, ...(type !== undefined && { type }), ...stated(before) }),
    apiUrl,
    ...(filesUrl !== '' && { filesUrl }),
    ...(dashboardUrl !== '' && { dashboardUrl }),
  };
  return { ...entries, [id]: entry };
}

/** Name and type that an entry states already, as far as they are valid. */
function stated({ name, type }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return {
    ...(typeof name === 'string' && name.trim() !== '' && { name }),
    ...(typeOf(type) !== undefined && { type }),
  };
}

function typeOf(stated: unknown): Draft['type'] {
  return stated === 'sandbox' || stated === 'production' ? stated : undefined;
}

/** The environment that a draft would make. */
export function environmentOf(draft: Draft, entries: Readonly<Record<string, unknown>>): Environment {
  const { [draft.id]: entry } = withDraft(draft, entries);
  const found = readEnvironments({ [draft.id]: entry }).find(({ id }) => id === draft.id);
  if (found === undefined) throw new TypeError('An entry makes an environment');
  return found;
}

/** An id that no environment has, made of a name: what settings and calls by code go by. */
export function freeId(name: string, entries: Readonly<Record<string, unknown>>): string {
  const base =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .replace(/[^a-z\d]+/g, '-')
      .slice(0, 40)
      .replace(/^-|-$/g, '') || 'environment';
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (isOwn(id) && !Object.hasOwn(entries, id)) return id;
  }
}

function entryOf(id: string, entries: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entry: unknown = Object.hasOwn(entries, id) ? entries[id] : undefined;
  return isObject(entry) ? entry : {};
}
