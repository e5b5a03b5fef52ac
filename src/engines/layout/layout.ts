/** The layout engine's entries: a page at a time while its picture is at hand, then the document as a whole. */
export { layoutPage } from './page.ts';
export { layoutDocument } from './document.ts';
export { layoutFlow } from './flow.ts';
