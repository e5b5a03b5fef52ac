import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { highlight } from './highlight.ts';
import { renderMarkdown } from './markdown.ts';
import type { RenderedMarkdown } from './markdown.ts';

const render = (source: string): RenderedMarkdown =>
  renderMarkdown(source, 'docs/guide.md', {
    page: (file, anchor) =>
      file === 'docs/start.md' || file === 'CONTRIBUTING.md'
        ? { url: `/docs/${file}/${anchor ? `#${anchor}` : ''}`, title: 'The title' }
        : undefined,
    image: (file) => `/docs/${file}`,
  });

describe('markdown', () => {
  test('turns links to files into links to pages, with their titles for file names', () => {
    const { html } = render(
      '[start.md](start.md#one) [contribute](../CONTRIBUTING.md) [a test](../test/a.test.ts) [there](https://example.com)',
    );
    assert.match(html, /<a href="\/docs\/docs\/start\.md\/#one">The title<\/a>/);
    assert.match(html, /<a href="\/docs\/CONTRIBUTING\.md\/">contribute<\/a>/);
    assert.match(html, /<span class="file">a test<\/span>/);
    assert.match(html, /<a href="https:\/\/example\.com" rel="noreferrer">there<\/a>/);
  });

  test('gives headings unique anchors, and sections their text', () => {
    const { html, title, headings, sections } = render('# A `guide`\n\nIntro.\n\n## Same\n\nOne.\n\n## Same\n\nTwo.');
    assert.equal(title, 'A guide');
    assert.deepEqual(
      headings.map(({ id }) => id),
      ['a-guide', 'same', 'same-1'],
    );
    assert.match(html, /<h2 id="same-1">Same<a class="anchor" href="#same-1"/);
    assert.deepEqual(sections, [
      { id: '', title: 'A guide', text: 'Intro.' },
      { id: 'same', title: 'Same', text: 'One.' },
      { id: 'same-1', title: 'Same', text: 'Two.' },
    ]);
  });

  test('makes tabs of blocks of code in several languages, and unfolds them', () => {
    const { html } = render(
      '# T\n\n<details>\n<summary>JavaScript, Python</summary>\n\nText.\n\n```js\na();\n```\n\n```python\nb()\n```\n\n</details>\n',
    );
    assert.match(html, /<div class="tabs"><section data-tab="JavaScript">[\s\S]*<section data-tab="Python">/);
    assert.doesNotMatch(html, /details/);
    assert.doesNotMatch(render('```sh\na\n```\n\n```sh\nb\n```').html, /tabs/);
  });

  test('escapes what code says', () => {
    assert.equal(highlight('"<b>" # <i>', 'sh'), '<span class="s">&quot;&lt;b&gt;&quot;</span> <span class="c"># &lt;i&gt;</span>');
    assert.equal(highlight('{"a": 1}', 'json'), '{<span class="k">&quot;a&quot;</span>: <span class="n">1</span>}');
    assert.equal(highlight('<x>', 'unknown'), '&lt;x&gt;');
  });
});
