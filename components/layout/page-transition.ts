/** The page that is being opened, until it is; the wait for it may be given up without a word. */
let next: { pathname: string; startedMs: number } | undefined;
/** A page that has not come by then may never come. */
const longestMs = 10_000;

/** Notes that the router begins to open an address, which may be relative to the open page. */
export function beginTransition(href: string): void {
  next = { pathname: new URL(href, window.location.href).pathname, startedMs: performance.now() };
}

/** Whether another page is being opened: what this one writes to the address now would keep it from coming. */
export const isLeavingPage = (): boolean =>
  next !== undefined &&
  next.pathname !== window.location.pathname &&
  performance.now() - next.startedMs < longestMs;
