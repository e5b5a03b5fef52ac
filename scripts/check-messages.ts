/**
 * Checks the catalogs of the console: every text in t(), rich() and plural() has a translation in each language, with the same
 * placeholders, no translation is unused, and no text between tags is outside of them. `--missing AREA LANGUAGE` prints the texts without
 * a translation as JSON; `--prune` removes unused translations.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../console/', import.meta.url));
const LANGUAGES = ['de', 'es'];

type Catalog = Record<string, string>;

/** Texts of each area: `common` for what the first load contains, else the name of a page. */
function collectTexts(): Map<string, Set<string>> {
  const areas = new Map<string, Set<string>>();
  for (const file of globSync('**/*.{ts,tsx}', { cwd: root })) {
    if (/\.(test|bench)\.tsx?$/.test(file)) continue;
    const area = /^pages\/([^/]+)\//.exec(file.replaceAll('\\', '/'))?.[1] ?? 'common';
    if (!areas.has(area)) areas.set(area, new Set());
    for (const text of textsOf(file)) areas.get(area)!.add(text);
  }
  // What the first load contains is always there.
  const common = areas.get('common')!;
  for (const [area, texts] of areas) if (area !== 'common') for (const text of texts) if (common.has(text)) texts.delete(text);
  return areas;
}

function textsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(`${root}${file}`, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && isSentence(node)) untranslated.push(`${file}: not in t(): ${node.text.trim()}`);
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) found.push(...textsOfCall(node.expression.text, node.arguments));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Words between tags that users read; code, endings of files and the project's name are the same in every language. */
function isSentence({ text, parent }: ts.JsxText): boolean {
  const tag = ts.isJsxElement(parent) ? parent.openingElement.tagName.getText() : '';
  return /[a-z]{2}/i.test(text) && !['code', 'kbd', 'Kbd', 'pre'].includes(tag) && !/^(Perennial|\.\w+)$/.test(text.trim());
}

function textsOfCall(name: string, [first, second, third]: readonly ts.Expression[]): string[] {
  if ((name === 't' || name === 'rich') && first && ts.isStringLiteralLike(first)) return [first.text];
  if (name !== 'plural' || !second || !ts.isStringLiteralLike(second)) return [];
  const several = third && ts.isStringLiteralLike(third) ? third.text : `${second.text}s`;
  return [`{count} ${second.text}`, `{count} ${several}`];
}

function catalogFile(language: string, area: string): string {
  return `${root}i18n/messages/${language}/${area}.json`;
}

function readCatalog(language: string, area: string): Catalog {
  const file = catalogFile(language, area);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Catalog) : {};
}

const placeholdersOf = (text: string): string =>
  [...text.matchAll(/\{(\w+)\}/g)]
    .map(([, name]) => name)
    .sort()
    .join(' ');

const untranslated: string[] = [];
const texts = collectTexts();
const [command, onlyArea, onlyLanguage] = process.argv.slice(2);
if (command === '--missing') {
  const known = readCatalog(onlyLanguage!, onlyArea!);
  console.log(
    JSON.stringify(
      [...texts.get(onlyArea!)!].filter((text) => !(text in known)),
      undefined,
      1,
    ),
  );
} else {
  const problems = [...untranslated];
  for (const language of LANGUAGES)
    for (const [area, wanted] of texts) {
      const known = readCatalog(language, area);
      const unused = Object.keys(known).filter((text) => !wanted.has(text));
      if (command === '--prune' && unused.length > 0) {
        for (const text of unused) delete known[text];
        writeFileSync(catalogFile(language, area), `${JSON.stringify(known, undefined, 2)}\n`);
      } else problems.push(...unused.map((text) => `${language}/${area}: not used: ${text}`));
      for (const text of wanted)
        if (!(text in known)) problems.push(`${language}/${area}: no translation: ${text}`);
        else if (placeholdersOf(text) !== placeholdersOf(known[text]!)) problems.push(`${language}/${area}: other placeholders: ${text}`);
    }
  for (const problem of problems.slice(0, 50)) console.error(problem);
  const count = [...texts.values()].reduce((sum, one) => sum + one.size, 0);
  console.log(`${count} texts in ${LANGUAGES.length} languages beside English, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
