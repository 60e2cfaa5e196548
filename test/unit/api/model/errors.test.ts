import assert from 'node:assert/strict';
import {
  CancelledError,
  errorFacts,
  invalidArgument,
  isOfKind,
  isPaymentsError,
  PaymentsError,
  PreflightError,
  saysMissing,
  type ErrorKind,
} from '../../../../src/api/model/errors';

const KINDS: readonly ErrorKind[] = ['api', 'http', 'unknown-outcome', 'preflight', 'cancelled'];

describe('errors', () => {
  it('are of a kind, and give back the facts that they were made of', () => {
    for (const kind of KINDS) {
      const facts = { kind, message: `It is ${kind}.`, status: 500, code: 'some_code' };
      const cause = new Error('why');
      const error = new PaymentsError(facts, { cause, exchangeId: 'ex_1', isDocumented: true });
      assert.deepEqual([error.kind, error.message], [kind, facts.message]);
      assert.deepEqual(errorFacts(error), facts);
      assert.deepEqual([error.cause, error.exchangeId, error.isDocumented], [cause, 'ex_1', true]);
      assert.equal(new PaymentsError(facts).isDocumented, false);
      for (const other of KINDS) assert.equal(isOfKind(error, other), other === kind);
    }
  });

  it('are known by their shape, which a class of another bundle has too', () => {
    const facts = { status: 404 };
    const like = Object.assign(new Error('x'), { kind: 'api', facts, isDocumented: true });
    assert.ok(isPaymentsError(like) && isOfKind(like, 'api') && saysMissing(like));
    const others = [{ kind: 'api' }, { facts, isDocumented: true }].map((part) =>
      Object.assign(new Error('x'), part),
    );
    for (const other of [undefined, { kind: 'api', facts }, ...others])
      assert.ok(!isPaymentsError(other) && !isOfKind(other, 'api') && !saysMissing(other));
  });

  it('say that a file is missing only where the service itself does', () => {
    const documented = { isDocumented: true };
    const answers = (status: number, context = {}) =>
      saysMissing(new PaymentsError({ kind: 'api', message: '', status }, context));
    assert.deepEqual([answers(404, documented), answers(410, documented)], [true, false]);
    assert.equal(saysMissing(new PaymentsError({ kind: 'http', message: '', status: 404 })), false);
  });

  it('say what happened where nobody typed what is wrong', () => {
    assert.equal(new CancelledError().message, 'Cancelled. Nothing was sent or changed.');
    const stopped = new CancelledError('Stopped.');
    assert.deepEqual(
      [stopped.kind, stopped.name, stopped.message],
      ['cancelled', 'CancelledError', 'Stopped.'],
    );
    const facts = { message: 'Wait.', retryAfterSeconds: 3 };
    assert.deepEqual(errorFacts(new PreflightError(facts)), { ...facts, kind: 'preflight' });
    const { kind, message } = invalidArgument('limit', 'a number');
    assert.equal(kind, 'preflight');
    assert.equal(message, 'The argument "limit" must be a number. Nothing was sent or changed.');
  });
});
