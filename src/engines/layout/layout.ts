/** The layout engine's entries: a page at a time while its picture is at hand, then the document as a whole. */
export { layoutPage } from './layout-page.ts';
export { layoutDocument } from './layout-document.ts';
export { layoutFlow } from './layout-flow.ts';
