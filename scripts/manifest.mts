// Writes the commands of src/commands/table into package.json (commands, menus, keys, palette) and their English titles
// into package.nls.json: `npm run manifest`.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from 'esbuild';
import type { Shown } from '../src/commands/table/row';

type Table = Readonly<Record<string, Shown>>;
type Texts = Readonly<Record<string, string>>;
interface Manifest {
  readonly contributes: Readonly<Record<string, unknown>>;
}

/** The rows of the second ids, which the editor calls without a row: see `registry.ts`. */
const WITHOUT_ROW = '.inTitle';
const id = (name: string) => `paymentsApi.${name}`;

/** What package.json says of the commands of a table. */
export function contributions(table: Table): Record<'commands' | 'menus' | 'keybindings', unknown> {
  const rows = Object.entries(table);
  const withoutRow = rows.filter(([, { menus }]) => menus?.flat().some((menu) => menu.withoutRow));
  const declared = [...rows, ...withoutRow.map(([name, row]) => [name + WITHOUT_ROW, row] as const)];
  const menus: Record<string, unknown[]> = {
    commandPalette: [
      ...rows
        .filter(([, { palette }]) => palette !== undefined)
        .map(([name, { palette }]) => ({ command: id(name), when: String(palette) })),
      ...withoutRow.map(([name]) => ({ command: id(name + WITHOUT_ROW), when: 'false' })),
    ],
  };
  for (const [name, row] of rows) {
    for (const { menu, group, when, withoutRow: isAny } of (row.menus ?? []).flat()) {
      (menus[menu] ??= []).push({ command: id(name + (isAny ? WITHOUT_ROW : '')), when, group });
    }
  }
  return {
    commands: declared.map(([name, { icon }]) => ({
      command: id(name),
      title: `%command.${basename(name, WITHOUT_ROW)}%`,
      category: '%category%',
      ...(icon !== undefined && { icon: `$(${icon})` }),
    })),
    menus,
    keybindings: rows.flatMap(([name, { keys }]) =>
      (keys ?? []).map(({ key, when, view }) => ({
        command: view === undefined ? id(name) : 'runCommands',
        key,
        mac: key.replace('ctrl', 'cmd'),
        when,
        ...(view !== undefined && {
          args: { commands: [{ command: id(`${view}.runOnFocused`), args: id(name) }] },
        }),
      })),
    ),
  };
}

/** The English texts of the manifest, with the titles of a table and no other titles of commands. */
export function englishTexts(table: Table, texts: Texts): Texts {
  const titles = Object.fromEntries(
    Object.entries(table).map(([name, { title }]) => [`command.${name}`, title]),
  );
  const kept = Object.entries(texts).filter(([key]) => !key.startsWith('command.') || key in titles);
  return { ...Object.fromEntries(kept), ...titles };
}

/** Sources import without extensions, so that Node cannot load the table as it is. */
async function table(): Promise<Table> {
  const { outputFiles } = await build({
    entryPoints: ['src/commands/table/commandTable.ts'],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return ((await import(`data:text/javascript;base64,${code}`)) as { COMMANDS: Table }).COMMANDS;
}

function change(file: string, work: (content: unknown) => unknown): void {
  const content = work(JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);
}

async function write(): Promise<void> {
  const rows = await table();
  change('package.json', (content) => {
    const manifest = content as Manifest;
    return { ...manifest, contributes: { ...manifest.contributes, ...contributions(rows) } };
  });
  change('package.nls.json', (texts) => englishTexts(rows, texts as Texts));
}

if (basename(process.argv[1] ?? '') === 'manifest.mts') void write();
