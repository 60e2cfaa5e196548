// Rules of lint that only this project needs.

/** The classes of our errors: see `src/api/model/errors.ts`. */
const ourErrors =
  /^(Payments|Api|Http|Network|Tls|Timeout|Decode|UnknownOutcome|Preflight|Configuration|NotFound|Cancelled)Error$/;

/** The last name of `Name` and of `anything.Name`. */
const nameOf = (node) => (node.type === 'MemberExpression' ? node.property.name : node.name);

export default {
  meta: { name: 'payments' },
  rules: {
    // Each bundle holds its own copy of the classes, so an error from another bundle is never an instance of ours.
    'no-instanceof-our-errors': {
      create: (context) => ({
        BinaryExpression(node) {
          if (node.operator === 'instanceof' && ourErrors.test(nameOf(node.right)))
            context.report({
              node,
              message: 'Compare the kind of the error: its class may be that of another bundle.',
            });
        },
      }),
    },
    'one-way-to-cancel': {
      create: (context) => ({
        NewExpression(node) {
          if (nameOf(node.callee) === 'CancellationError')
            context.report({ node, message: 'Throw a CancelledError that says what was left undone.' });
        },
      }),
    },
  },
};
