/** Spatial index of tokens. */
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
        const { left, top, right, bottom } = this.#form.tokens[i]!.box;
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) found.push(i);
      }
    }
    return found.sort((a, b) => a - b);
  }
}

export const growBox = ({ left, top, right, bottom }: Box, across: number, down = across): Box => ({
  left: left - across,
  top: top - down,
  right: right + across,
  bottom: bottom + down,
});
