import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { meetsAim, type Aim, type BenchReport, type BenchResult } from './result';

/** The figures with what they were measured on. */
export function makeReport(results: readonly BenchResult[]): BenchReport {
  return {
    measuredAt: new Date().toISOString(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    processors: `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`,
    results,
  };
}

export function writeReport(report: BenchReport, file: string): void {
  writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`);
}

/** The figures as a table for a person. */
export function formatTable(results: readonly BenchResult[]): string {
  const rows = results.map((result) => [
    result.name,
    `${digits(result.value)} ${result.unit}`,
    result.ratio === undefined ? '' : `${digits(result.ratio)} × ${result.against ?? ''}`,
    aimText(result.aim, meetsAim(result)),
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(([name = '', value = '', ratio = '', aim = '']) =>
      [name.padEnd(widths[0] ?? 0), value.padStart(widths[1] ?? 0), ratio.padEnd(widths[2] ?? 0), aim]
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function aimText(aim: Aim | undefined, met: boolean | undefined): string {
  if (aim === undefined) return '';
  const bounds = [
    ...(aim.atMost === undefined ? [] : [`at most ${aim.atMost}`]),
    ...(aim.atLeast === undefined ? [] : [`at least ${aim.atLeast}`]),
  ];
  return `${met === true ? '✔' : '✘'} ${bounds.join(', ')}`;
}
