import * as vscode from 'vscode';
import { cancelled } from '../../exchange/cancelled';
import type { Exchange } from '../../../api/model/exchange';
import { createRedactor } from '../../../api/model/redact';
import type { Done } from '../../../commands/outcome';
import type { UploadResult } from '../../../commands/commandTypes';
import type { Connection, Connections, Reachable } from '../../../services/connections';
import type { KeyVault } from '../../../services/keyVault';
import { refuse } from '../../../commands/arguments';
import { parsePlainly } from '../../../util/exactJson';
import { refuseProductionTopUp, type RequestDraft } from '../../plan/requestInput';
import type { Sender, SentRequest } from '../../send/sender';
import { buildRequest, type BuiltRequest } from '../../../httpFiles/format/build';
import { THIS_MOMENT } from '../../../httpFiles/format/dynamic';
import { type HttpFile, HttpRefusal, type HttpRequest } from '../../../httpFiles/format/parse/model';
import { Resolver } from '../../../httpFiles/format/resolve';
import { refusal } from './words';
import { type KnownAnswers, readAnswer } from './knownAnswers';
import { readAttachment, resolveAttachment } from './httpFiles';

/** An upload that a request file asks for. It takes the way of every upload. */
export interface FileUpload {
  readonly uri: vscode.Uri;
  /** The name that is sent. */
  readonly name: string | undefined;
  readonly purpose: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly environment: string;
  /** The user has agreed already. */
  readonly isConfirmed: boolean;
}

export interface HttpSenderParts {
  readonly connections: Connections;
  readonly keys: KeyVault;
  readonly sender: Sender;
  readonly answers: KnownAnswers;
  readonly uploadFile: (upload: FileUpload) => Promise<Done<UploadResult[]>>;
  /** What is known of an upload's exchange: of this one, or of the one that brought the file of that id. */
  readonly findExchange: (id: {
    readonly exchangeId?: string | undefined;
    readonly fileId?: string | undefined;
    readonly environment: string;
  }) => Promise<Exchange | undefined>;
  readonly show: (exchange: Exchange) => Promise<unknown>;
}

/** A run of a file: one request of it, or all. */
export interface FileRun {
  readonly uri: vscode.Uri;
  readonly file: HttpFile;
  readonly environment: Reachable;
  readonly given: ReadonlyMap<string, string>;
  readonly momentary: Map<string, string>;
  /** False leaves the answer's document closed. */
  readonly reveal?: unknown;
  /** The user has agreed to all writes of the run. */
  readonly isConfirmed: boolean;
  /** A person is there: a write whose earlier result is not known is asked about. */
  readonly isInteractive: boolean;
}

/** Sends requests of `.http` files. */
export class HttpSender {
  readonly #parts: HttpSenderParts;

  constructor(parts: HttpSenderParts) {
    this.#parts = parts;
  }

  /** @throws PaymentsError for every failure; CancelledError when a question was dismissed */
  async send(run: FileRun, request: HttpRequest): Promise<Done<SentRequest>> {
    const built = await this.prepare(run, request);
    const done =
      built.upload === undefined
        ? await this.#send(run, built)
        : await this.#upload(run, built, built.upload);
    const { exchange, ...outcome } = done;
    if (request.name !== undefined) {
      const answer = readAnswer(outcome.data.body, exchange);
      this.#parts.answers.keep(run.uri, run.environment, request.name, answer);
    }
    return outcome;
  }

  /** Asks for what the request asks for, and puts it together. @throws as `send` */
  async prepare(run: FileRun, request: HttpRequest): Promise<BuiltRequest> {
    return this.build(run, request, await askPrompts(run, request));
  }

  /** Puts the values in. @throws PreflightError when the request cannot be sent */
  async build(
    run: FileRun,
    request: HttpRequest,
    prompted: ReadonlyMap<string, string>,
  ): Promise<BuiltRequest> {
    const { uri, file, environment, given, momentary } = run;
    const key = await this.#parts.keys.keyFor(environment);
    const redactor = createRedactor([key]);
    const resolver = new Resolver({
      file,
      request,
      given,
      prompted,
      environment: environment.addresses,
      answerOf: (name) => this.#parts.answers.find(uri, environment, name),
      moment: THIS_MOMENT,
      momentary,
    });
    try {
      return await buildRequest(request, resolver, {
        hosts: environment.addresses,
        key,
        holdsKey: (text) => redactor.text(text) !== text,
        read: (path) => readAttachment(uri, path),
      });
    } catch (error) {
      if (error instanceof HttpRefusal) throw refusal(error.code, error.args);
      throw error;
    }
  }

  async #send(
    run: FileRun,
    built: BuiltRequest,
  ): Promise<Done<SentRequest> & { readonly exchange?: Exchange }> {
    const { method, target, headers, content } = built;
    const draft: RequestDraft = {
      method,
      path: target.path + target.query,
      ...(content !== undefined && { body: content.kept }),
    };
    const input = { ...built, service: target.service, path: draft.path, headers };
    if (run.isInteractive) {
      await this.#parts.sender.confirmUnresolved(draft, run.environment.id, (client) =>
        client.sendHash(input),
      );
    }
    const connection = await this.#open(run, draft);
    let exchange: Exchange | undefined;
    const { reveal } = run;
    const onExchange = (made: Exchange) => {
      exchange = made;
    };
    const done = await this.#parts.sender.call(connection, draft, { reveal, onExchange }, (client, call) =>
      client.send(input, { ...call, origin: 'file' }),
    );
    return { ...done, ...(exchange !== undefined && { exchange }) };
  }

  async #open(run: FileRun, draft: RequestDraft): Promise<Connection> {
    const { environment, isConfirmed } = run;
    if (isConfirmed) refuseProductionTopUp(environment, draft);
    const connection = isConfirmed
      ? await this.#parts.connections.open(environment.id)
      : await this.#parts.sender.open(draft, environment.id);
    const now = connection.environment;
    // The question may have been open while the settings were changed.
    if (now.addresses.apiUrl !== environment.addresses.apiUrl || now.type !== environment.type)
      throw moved(now);
    return connection;
  }

  async #upload(
    run: FileRun,
    { headers }: BuiltRequest,
    { file, fileName, purpose }: NonNullable<BuiltRequest['upload']>,
  ): Promise<Done<SentRequest> & { readonly exchange?: Exchange }> {
    const { environment, isConfirmed, reveal } = run;
    const uri = await resolveAttachment(run.uri, file);
    const done = await this.#parts.uploadFile({
      uri,
      name: fileName,
      purpose,
      headers,
      environment: environment.id,
      isConfirmed,
    });
    const [result] = done.data;
    const failed = result?.error;
    const { requestId, exchangeId } = result ?? {};
    if (failed !== undefined) {
      const { paymentsError } = await import('../../../api/model/errors');
      throw paymentsError(failed, { requestId, exchangeId, environment: environment.id });
    }
    const fileId = typeof result?.file?.['id'] === 'string' ? result.file['id'] : undefined;
    const exchange = await this.#parts.findExchange({ exchangeId, fileId, environment: environment.id });
    if (reveal !== false && exchange !== undefined) await this.#parts.show(exchange);
    return {
      data: { status: exchange?.status ?? 200, body: bodyOf(exchange) ?? { data: result?.file ?? null } },
      requestId: requestId ?? exchange?.requestId,
      exchangeId: exchangeId ?? exchange?.id,
      ...(exchange !== undefined && { exchange }),
    };
  }
}

function bodyOf(exchange: Exchange | undefined): unknown {
  return parsePlainly(exchange?.attempts.at(-1)?.response?.body ?? '');
}

/** Asks for the values of `# @prompt` that no caller gave. @throws CancelledError when one was dismissed */
async function askPrompts(
  { given, environment }: FileRun,
  { prompts, name, title }: HttpRequest,
): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>();
  for (const prompt of prompts) {
    if (given.has(prompt.name)) continue;
    const value = await vscode.window.showInputBox({
      title: vscode.l10n.t('{0}: {1}', environment.name, name ?? title ?? vscode.l10n.t('Send request')),
      prompt: prompt.description === '' ? prompt.name : prompt.description,
      placeHolder: prompt.name,
      ignoreFocusOut: true,
    });
    if (value === undefined) throw cancelled(vscode.l10n.t('Cancelled: nothing was sent.'));
    answers.set(prompt.name, value);
  }
  return answers;
}

function moved({ name }: Reachable) {
  return refuse(
    vscode.l10n.t('The address of {0} changed meanwhile, so nothing was sent. Send the request again.', name),
  );
}
