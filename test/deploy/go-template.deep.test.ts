import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GoTemplates } from '../support/go-template.ts';

function render(source: string, data: unknown = {}): string {
  const templates = new GoTemplates({
    upper: (text) => String(text).toUpperCase(),
    join: (separator, ...words) => words.join(String(separator)),
  });
  templates.add('main', source);
  return templates.render('main', data);
}

test('renders what Go renders', () => {
  const cases: [source: string, data: unknown, expected: string][] = [
    ['a {{ .b.c }} d', { b: { c: 1 } }, 'a 1 d'],
    ['a\n  {{- .b }}  {{ .b -}}  \n c', { b: 'x' }, 'ax  xc'],
    ['{{/* nothing */}}{{ if .a }}1{{ else if .b }}2{{ else }}3{{ end }}', { b: true }, '2'],
    ['{{ with .a }}{{ .b }}{{ $.c }}{{ else }}none{{ end }}', { a: { b: 1 }, c: 2 }, '12'],
    ['{{ with .a }}{{ .b }}{{ else }}none{{ end }}', { a: {} }, 'none'],
    ['{{ range $k, $v := .m }}{{ $k }}={{ $v }};{{ end }}', { m: { b: 2, a: 1 } }, 'a=1;b=2;'],
    ['{{ range .l }}{{ . }}{{ else }}empty{{ end }}', { l: [] }, 'empty'],
    ['{{ $x := join "-" .a "b" | upper }}{{ $x }}', { a: 'a' }, 'A-B'],
    ['{{ define "t" }}<{{ . }}>{{ end }}{{ include "t" (join "+" "a" .b) }}', { b: 'c' }, '<a+c>'],
    ['{{ if and .a (not .b) (eq .c "x" "y") }}yes{{ end }}', { a: 1, b: 0, c: 'y' }, 'yes'],
    ['{{ printf "%s-%d" .a 3 }}', { a: 'n' }, 'n-3'],
  ];
  for (const [source, data, expected] of cases) assert.equal(render(source, data), expected, source);
});

test('rejects what it does not know', () => {
  for (const source of [
    '{{ if .a }}',
    '{{ end }}',
    '{{ unknown .a }}',
    '{{ $x = 1 }}',
    '{{ .a | }}',
    '{{ (.a }}',
    '{{ $y }}',
    '{{ block "x" . }}{{ end }}',
  ])
    assert.throws(() => render(source, { a: 1 }), source);
  assert.throws(() => render('{{ .a.b }}'), /nil has no field/);
});
