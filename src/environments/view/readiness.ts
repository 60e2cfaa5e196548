import * as vscode from 'vscode';
import type { Services } from '../../services/services';
import type { Missing, Readiness } from '../../ui/views/welcome';
import { nextStep, type NextStep } from './nextStep';

const MISSING: Readonly<Record<NextStep, Missing | undefined>> = {
  'fix-setting': 'setting',
  'set-address': 'address',
  'enter-key': 'key',
  'confirm-address': 'confirmation',
  'start-local': 'stopped',
  switch: undefined,
  upload: undefined,
};

/** Reports to the views what environments need, and to the manifest what the active one needs. */
export class EnvironmentReadiness implements Readiness, vscode.Disposable {
  readonly #services: Services;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listeners: vscode.Disposable;

  readonly onDidChange = this.#changed.event;

  constructor(services: Services) {
    this.#services = services;
    const announce = (): void => {
      void this.#announce();
    };
    this.#listeners = vscode.Disposable.from(
      services.environments.onDidChange(announce),
      services.keys.onDidChange(announce),
      services.sandbox.onDidChange(announce),
    );
    announce();
  }

  readonly missing = async (environmentId: string): Promise<Missing | undefined> => {
    const environment = this.#services.environments.all.find(({ id }) => id === environmentId);
    if (environment === undefined) return undefined;
    const key = await this.#services.keys.state(environment);
    const { state: local, scenario } = this.#services.sandbox;
    if (environment.type === 'local' && scenario === 'offline') return 'offline';
    return MISSING[nextStep({ environment, key, isActive: true, local })];
  };

  dispose(): void {
    this.#listeners.dispose();
    this.#changed.dispose();
  }

  async #announce(): Promise<void> {
    const missing = await this.missing(this.#services.environments.active.id);
    await vscode.commands.executeCommand('setContext', 'paymentsApi.missing', missing);
    this.#changed.fire();
  }
}
