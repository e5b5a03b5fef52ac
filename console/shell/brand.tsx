/** The console's name and icon. */
import type { JSX } from 'preact';

/** The icon is the page's own, whose name contains a hash. */
export function Brand(): JSX.Element {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')!.href;
  return <span class="brand"><img src={icon} alt="" width={22} height={22} />Perennial</span>;
}
