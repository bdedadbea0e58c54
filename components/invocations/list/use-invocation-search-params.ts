"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { useUrlQuery } from "@/components/layout/use-url-query";
import type { View } from "@/lib/bff/views";
import { viewQueries } from "@/lib/queries/views";
import {
  type InvocationSearchParams,
  invocationSearchParams,
  screenOfView,
} from "./invocation-search-params.ts";

/** Value of `view` without a saved view, where an empty address would open the default one. */
export const noView = "all";

const isBare = (screen: InvocationSearchParams) =>
  Object.values(screen).every((value) => value === undefined);

/** The list's state in its address. An address without any state opens the operator's default view. */
export function useInvocationSearchParams() {
  const {
    value: screen,
    ignored,
    set: setScreen,
  } = useUrlQuery(invocationSearchParams, {
    isAlone: true,
  });
  const openDefault = useCallback(
    (view: View) => setScreen({ ...screenOfView(view.query), view: view.id, offset: undefined }, "replace"),
    [setScreen],
  );
  const { awaited, hasDefault } = useDefaultView(isBare(screen), openDefault);
  const set = useCallback(
    (changes: Partial<InvocationSearchParams>, history?: "push" | "replace") => {
      // Clearing the last filter must not open the default view.
      const bare = hasDefault && isBare({ ...screen, ...changes });
      setScreen(bare ? { ...changes, view: noView } : changes, history);
    },
    [setScreen, screen, hasDefault],
  );
  const openView = (view: View | undefined) =>
    setScreen({
      ...screenOfView(view?.query ?? ""),
      view: view?.id ?? (hasDefault ? noView : undefined),
      offset: undefined,
      open: undefined,
    });
  return { value: screen, ignored, viewAwaited: awaited, set, openView };
}

/** Opens the operator's default view if `bare`. `awaited` until the view is open or known to be missing. */
function useDefaultView(
  bare: boolean,
  open: (view: View) => void,
): { awaited: boolean; hasDefault: boolean } {
  const views = useQuery(viewQueries.list());
  const found = views.data?.items.find((view) => view.is_default);
  useEffect(() => {
    if (bare && found !== undefined) open(found);
  }, [bare, found, open]);
  // A failing request for the views must not block the list.
  const unknown = views.isPending && views.failureCount === 0;
  return { awaited: bare && (unknown || found !== undefined), hasDefault: found !== undefined };
}
