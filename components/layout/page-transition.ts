import { withoutBasePath } from "@/lib/bff/base-path";

/** The page that is being opened, until it is; the wait for it may be given up without a word. */
let next: { pathname: string; startedMs: number } | undefined;
/** A page that has not come by then may never come. */
const longestMs = 10_000;

/** Whether the page with this path is still open. */
export const isOpenPage = (pathname: string): boolean =>
  withoutBasePath(window.location.pathname) === pathname;

/** Notes that the router begins to open an address: a path as the router has it, or the whole address. */
export function beginTransition(href: string): void {
  const { pathname } = new URL(href, window.location.href);
  next = { pathname: withoutBasePath(pathname), startedMs: performance.now() };
}

/** Whether another page is being opened: what this one writes to the address now would keep it from coming. */
export const isLeavingPage = (): boolean =>
  next !== undefined && !isOpenPage(next.pathname) && performance.now() - next.startedMs < longestMs;
