/** Spatial index of tokens. */
import { isCenterInside } from '../../reading/model/affine.ts';
import type { Box } from '../../reading/model/page.ts';
import type { Form } from './form.ts';

/** Height of a strip, in page heights. */
const STRIP = 0.01;
/** Positions outside the page fall into the outermost strips. */
const STRIPS = Math.ceil(1 / STRIP);

const stripOf = (y: number): number => Math.min(STRIPS - 1, Math.max(0, Math.floor(y / STRIP)));

export class TokenGrid {
  readonly #form: Form;
  readonly #strips: number[][];

  constructor(form: Form) {
    this.#form = form;
    this.#strips = Array.from({ length: form.pages.length * STRIPS }, () => []);
    form.tokens.forEach(({ page, box }, i) => this.#strips[page * STRIPS + stripOf((box.top + box.bottom) / 2)]!.push(i));
  }

  /** Tokens whose center is in the box, ascending. */
  within(page: number, box: Box): number[] {
    const found: number[] = [];
    if (page < 0 || page >= this.#form.pages.length) return found;
    for (let strip = stripOf(box.top); strip <= stripOf(box.bottom); strip++) {
      for (const i of this.#strips[page * STRIPS + strip]!) {
        if (isCenterInside(this.#form.tokens[i]!.box, box)) found.push(i);
      }
    }
    return found.sort((a, b) => a - b);
  }
}
