/** Programs with the vendor's clients: texts with placeholders, by language and by what is called. */
import { callOf, q, recognitionModelOf, textOf, type ConnectTarget, type Place, type Written } from './target.ts';
import PROGRAMS from './programs.json' with { type: 'json' };

type Language = keyof typeof PROGRAMS;

interface Program extends Pick<Written, 'install' | 'isHttpsOnly' | 'changed'> {
  before: string[];
  after: string[];
}

/** Where a program reads the key from, without one to write into it. */
const KEYS: Readonly<Record<Language, string>> = {
  javascript: 'process.env.KEY',
  python: 'os.environ["KEY"]',
  csharp: 'Environment.GetEnvironmentVariable("KEY")',
  java: 'System.getenv("KEY")',
};

function valuesOf(target: ConnectTarget): Record<string, string | undefined> {
  switch (target.area) {
    case 'understanding':
      return { slot: 'production', text: 'hello', ...target };
    case 'conversations':
      return { text: 'hello', ...target };
    case 'texts':
      return { ...target, text: textOf(target) };
    case 'faces':
      return { groupId: target.group?.id, modelNumber: recognitionModelOf(target).replace('recognition_', '') };
    default:
      return { ...target };
  }
}

function programFor(target: ConnectTarget, language: Language): Program | undefined {
  const all: Readonly<Record<string, Program>> = PROGRAMS[language];
  if (target.area === 'texts') return all[target.kind] ?? all['CustomSingleLabelClassification'];
  return (target.area === 'faces' && target.group && all[target.group.field]) || all[target.area];
}

export function writeProgram(target: ConnectTarget, language: Language, { endpoint, key }: Place): Written {
  const program = programFor(target, language);
  const written = key === undefined ? KEYS[language] : language === 'javascript' ? `'${key}'` : q(key);
  if (!program) return httpProgram(target, endpoint, written);
  const values: Record<string, string | undefined> = { ...valuesOf(target), endpoint };
  const fill = (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => (name === 'key' ? written : q(values[name]!).slice(1, -1)));
  const { before, changed, after, ...rest } = program;
  const first = language === 'python' && key === undefined ? ['import os'] : [];
  return { ...rest, before: fill([...first, ...before].join('\n')), changed: fill(changed), after: fill(after.join('\n')) };
}

/** In Java, where the vendor has no client for the call. */
function httpProgram(target: ConnectTarget, endpoint: string, key: string): Written {
  const { call } = callOf(target);
  const query = Object.entries(call.query ?? {}).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return {
    before: 'import java.net.URI;\nimport java.net.http.*;\n',
    changed: `var address = URI.create(${q(endpoint + call.path + (query.length > 0 ? `?${query.join('&')}` : ''))});`,
    after: [
      ...(call.json === undefined ? [] : [`var body = ${q(JSON.stringify(call.json))};`]),
      `var request = HttpRequest.newBuilder(address).header("Ocp-Apim-Subscription-Key", ${key})`,
      call.json === undefined
        ? '    .build();'
        : '    .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body)).build();',
      'System.out.println(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());',
    ].join('\n'),
  };
}
