/** Works a page with the keyboard alone, as someone without a mouse does: Tab, arrows, Enter and typing. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { WAIT_MS } from '../support/slowness.ts';

/** Further than the last element of any page. */
const MAX_TABS = 150;
const POLL_MS = 20;

/** Runs in the page. The name of the focused element, as its label or content says it. */
function focusedName(): string {
  const one = document.activeElement as HTMLInputElement;
  const label = one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.innerText;
  return label.replace(/ \*$/, '').replace(/\s+/g, ' ').trim();
}

function matches(focused: string, name: string | RegExp): boolean {
  return typeof name === 'string' ? focused === name : name.test(focused);
}

export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Presses Tab until an element with this name has the focus; text has to match as a whole. */
  async reach(name: string | RegExp): Promise<void> {
    const seen: string[] = [];
    for (let tabs = 0; tabs < MAX_TABS; tabs++) {
      await this.#page.keyboard.press('Tab');
      const focused = await this.#page.evaluate(focusedName);
      if (matches(focused, name)) return;
      seen.push(focused);
    }
    assert.fail(`${name} is not reached with Tab, but: ${[...new Set(seen)].join(', ')}`);
  }

  /** Reaches a control and presses a key on it. */
  async press(name: string | RegExp, key = 'Enter'): Promise<void> {
    await this.reach(name);
    await this.#page.keyboard.press(key);
  }

  /** Reaches the tabs and moves to one of them with the arrows. */
  async openTab(name: string): Promise<void> {
    for (let tabs = 0; tabs < MAX_TABS; tabs++) {
      await this.#page.keyboard.press('Tab');
      const count = await this.#page.evaluate<number>("document.activeElement.closest('[role=tablist]')?.children.length ?? 0");
      for (let moved = 0; moved < count; moved++) {
        if ((await this.#page.evaluate(focusedName)) === name) return;
        await this.#page.keyboard.press('ArrowRight');
      }
    }
    assert.fail(`No tab ${name} is reached with Tab and arrows.`);
  }

  /** Reaches a field and replaces what is in it. In a list, typing chooses the option that begins so. */
  async type(name: string | RegExp, text: string): Promise<void> {
    await this.reach(name);
    await this.#fill(text);
  }

  /** Types into a field that gets the focus by itself, such as the first one of a dialog: keys pressed before that would be lost. */
  async typeWhenFocused(name: string | RegExp, text: string): Promise<void> {
    await this.waitForFocus(name);
    await this.#fill(text);
  }

  async waitForFocus(name: string | RegExp): Promise<void> {
    for (const start = Date.now(); !matches(await this.#page.evaluate(focusedName), name); await this.#page.waitForTimeout(POLL_MS))
      assert.ok(Date.now() - start < WAIT_MS, `${name} has no focus, but ${await this.#page.evaluate(focusedName)}.`);
  }

  async #fill(text: string): Promise<void> {
    // Text is selected by a key of its own; in a list, a range or on a button there is none.
    if (await this.#page.evaluate<boolean>("document.activeElement.matches('input:not([type=range]), textarea')"))
      await this.#page.keyboard.press('Control+a');
    await this.#page.keyboard.type(text);
  }
}
