/** Rules of oxlint that it does not have itself. */
const MAX_LENGTH = 140;

/** The formatter wraps code, but not comments. What stays whole is a URL, and the declaration of a client in a test of clients. */
const commentLength = {
  create: (context) => ({
    Program() {
      const { lines } = context.sourceCode;
      for (const { loc } of context.sourceCode.getAllComments())
        for (let line = loc.start.line; line <= loc.end.line; line++) {
          const text = lines[line - 1];
          if (text.length <= MAX_LENGTH || !/^\s*(\/[/*]|\*)/.test(text) || /https?:|^ \* client: /.test(text)) continue;
          const end = { line, column: text.length };
          context.report({ message: `Wrap the comment: more than ${MAX_LENGTH} characters.`, loc: { start: { line, column: 0 }, end } });
        }
    },
  }),
};

/** `value as unknown as Type`: the value should have a type that says what it is. */
const noDoubleAssertion = {
  create: (context) => ({
    TSAsExpression(node) {
      if (node.expression.type === 'TSAsExpression' && node.expression.typeAnnotation.type === 'TSUnknownKeyword')
        context.report({ node, message: 'Give the value a type instead of asserting through unknown.' });
    },
  }),
};

/** Tests share a process, where a hook outside of any suite runs before or after each test of all files. */
const noSharedHook = {
  create: (context) => ({
    CallExpression(node) {
      if (!/^(before|after)Each$/.test(node.callee.name ?? '')) return;
      if (node.parent.type === 'ExpressionStatement' && node.parent.parent.type === 'Program')
        context.report({ node, message: 'Move the hook into a describe: here it runs for each test of all files.' });
    },
  }),
};

export default {
  meta: { name: 'perennial' },
  rules: { 'comment-length': commentLength, 'no-double-assertion': noDoubleAssertion, 'no-shared-hook': noSharedHook },
};
