/** The page of a family of operations: its groups, and the failures of every operation. */
import { vendorNamesLine } from './guide-pages.ts';
import { escapeHtml as text, slugOf } from './html.ts';
import type { FamilyOperations } from './families.ts';
import { failureTable, operationName, operationTitle } from './operation-page.ts';
import { addressesOf } from './table.ts';
import type { DocumentedOperation } from './table.ts';

export function familyPage(family: FamilyOperations, url: (page: string) => string): string {
  const { title, vendorNames, sections, areas, slug, guide } = family;
  const count = sections.reduce((sum, { operations }) => sum + operations.length, 0);
  const row = (operation: DocumentedOperation): string => {
    const { method } = operation;
    const address = url(`reference/${slug}/${operationName(operation)}`);
    return `<li><a href="${address}"><span class="method ${method.toLowerCase()}">${method}</span> <span class="what">${text(operationTitle(operation))}</span> <code>${text(addressesOf(operation)[0]!.path)}</code></a></li>`;
  };
  const groups = sections.map(
    ({ title: name, operations }) =>
      `<h2 id="${slugOf(name)}">${text(name)}</h2><ul class="operations">${operations.map(row).join('')}</ul>`,
  );
  const failures = `<h2 id="failures">Failures of every operation</h2><p>In the shape of this area. What an operation itself may answer is on its page; all failures are on <a href="${url('errors')}">one page</a>.</p>${failureTable(areas[0]?.failures ?? [])}`;
  return `<h1 id="top">${text(title)}: operations</h1>
${vendorNamesLine(vendorNames)}
<p class="lead">${count} operations. The guide is <a href="${url(guide)}">${text(title)}</a>; machines read <code>/openapi.json</code> of a running server.</p>
${groups.join('\n')}${failures}`;
}
