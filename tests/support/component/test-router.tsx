// The framework's router for component tests: the address, and links that change it without a server.
import {
  AppRouterContext,
  type AppRouterInstance,
} from "next/dist/shared/lib/app-router-context.shared-runtime";
import {
  PathnameContext,
  PathParamsContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { type ReactNode, useMemo, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};
const address = () => window.location.pathname + window.location.search;

/** Updates the router on history changes, like the framework. */
for (const name of ["pushState", "replaceState"] as const) {
  const write = window.history[name].bind(window.history);
  window.history[name] = (...args) => {
    write(...args);
    changed();
  };
}
// As late as the framework does, which draws after all listeners were called.
window.addEventListener("popstate", () => void setTimeout(changed));

/** Follows an unhandled link like the framework, without a server. */
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || link.target !== "" || link.download !== "") return;
  if (link.origin !== window.location.origin) return;
  event.preventDefault();
  window.history.pushState(null, "", link.pathname + link.search + link.hash);
});

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const router: AppRouterInstance = {
  bfcacheId: "test",
  back: () => window.history.back(),
  forward: () => window.history.forward(),
  refresh: () => undefined,
  push: (href) => window.history.pushState(null, "", href),
  replace: (href) => window.history.replaceState(null, "", href),
  prefetch: () => undefined,
};

export function TestRouter({
  params = {},
  children,
}: {
  params?: Readonly<Record<string, string>>;
  children: ReactNode;
}) {
  const now = useSyncExternalStore(subscribe, address);
  const { pathname, searchParams } = useMemo(() => new URL(now, window.location.origin), [now]);
  return (
    <AppRouterContext value={router}>
      <PathnameContext value={pathname}>
        <PathParamsContext value={{ ...params }}>
          <SearchParamsContext value={searchParams}>{children}</SearchParamsContext>
        </PathParamsContext>
      </PathnameContext>
    </AppRouterContext>
  );
}
