/** A side column that narrow windows show collapsed, so that the main content comes first. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

const NARROW = '(max-width: 860px)';

export function Collapsible({ title, open, children }: { title: string; /** Initially. */ open: boolean; children: ComponentChildren }) {
  const [first] = useState(open);
  return matchMedia(NARROW).matches ? (
    <details class="language-fold" open={first}>
      <summary>{title}</summary>
      {children}
    </details>
  ) : (
    <>{children}</>
  );
}
