/** What only one operation meets, and the tests of it. */
export const ONE_OPERATION: readonly {
  readonly fault: string;
  /** What happens, in Markdown. */
  readonly outcome: string;
  /** Titles by file. */
  readonly tests: Readonly<Record<string, string>>;
}[] = [
  {
    fault: 'a 5xx to a write that was carried out, or was not',
    outcome:
      'The two look the same. The error says `mayHaveActed`, the outcome of an upload is kept as unknown, and it is never repeated automatically.',
    tests: {
      'test/unit/api/deviations.test.ts':
        'are listed where it is not as documented, and a write that the service may have acted on is marked',
      'test/unit/storage/files/startSending.test.ts':
        'does not begin what is uploaded, on its way or may have arrived, unless exactly that row in that state is permitted',
    },
  },
  {
    fault: 'a 201 to an upload with a field missing',
    outcome: 'With an id the file is known. What is missing is pointed out.',
    tests: {
      'test/integration/uploads/unknownUploads.test.ts':
        'is uploaded whatever else is missing, and a warning says what',
    },
  },
  {
    fault: 'an HTML 404 for a file',
    outcome: 'The file is not marked as gone: only the documented error says that.',
    tests: {
      'test/unit/api/model/operations.test.ts':
        'know from the documented error alone that a file is not there',
    },
  },
  {
    fault: 'a burst of 429 over a batch of 200 uploads',
    outcome: 'The batch goes on with fewer requests at once, and every upload succeeds.',
    tests: {
      'test/unit/api/call/batches.test.ts':
        'comes through a burst of 429 whole, whatever the retries allowed',
    },
  },
  {
    fault: 'an answer of 9 MiB',
    outcome: 'It is read, shown and kept whole, as all answers up to 10 MiB are.',
    tests: { 'test/unit/storage/history/limits.test.ts': 'keep an answer of 10 MiB whole' },
  },
  {
    fault: '`kill -9` during a top-up',
    outcome:
      'The top-up comes back as a request of unknown outcome, and the next same top-up is asked about.',
    tests: {
      'test/unit/storage/history/writes.test.ts':
        'brings a write of a killed window back as one that may have been carried out',
    },
  },
];
