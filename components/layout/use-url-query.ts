"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import type * as z from "zod/mini";
import { decodeQuery, encodeQuery, InvalidInput } from "@/lib/contract/request";

export interface UrlQuery<Value> {
  value: Value;
  /** What of the address could not be read and is left aside. */
  ignored: readonly { path: string; message: string }[];
  /** Changes the address; keys set to undefined leave it. `replace` for what Back should not return to. */
  set: (changes: Partial<Value>, history?: "push" | "replace") => void;
}

/**
 * The state of a screen kept in its address, read and written by a schema of query parameters. Values that do not
 * fit are named and left aside, never fatal; parameters of others stay as they are.
 */
export function useUrlQuery<Schema extends z.ZodMiniObject>(schema: Schema): UrlQuery<z.output<Schema>> {
  const search = useSearchParams();
  const pathname = usePathname();
  const text = search.toString();

  const read = useMemo(() => readLeniently(schema, new URLSearchParams(text)), [schema, text]);

  const set = useCallback(
    (changes: Partial<z.output<Schema>>, history: "push" | "replace" = "push") => {
      const now = new URLSearchParams(window.location.search);
      const next = new URLSearchParams([...now].filter(([key]) => !(key in schema.shape)));
      const values = { ...readLeniently(schema, now).value, ...changes };
      for (const [key, value] of new URLSearchParams(encodeQuery(schema, values))) next.append(key, value);
      const query = next.toString();
      const href = query === "" ? pathname : `${pathname}?${query}`;
      // What stands there already would be a step of Back that does nothing.
      if (href === window.location.pathname + window.location.search) return;
      // At once and without a way to the server, which knows nothing of a screen's address: what is set next builds on
      // this, and each step has a place of its own for Back. The router hears of it.
      if (history === "push") window.history.pushState(null, "", href);
      else window.history.replaceState(null, "", href);
    },
    [schema, pathname],
  );
  return { ...read, set };
}

function readLeniently<Schema extends z.ZodMiniObject>(
  schema: Schema,
  search: URLSearchParams,
): { value: z.output<Schema>; ignored: readonly { path: string; message: string }[] } {
  try {
    return { value: decodeQuery(schema, search, "ignore"), ignored: [] };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const good = new URLSearchParams(search);
    for (const { path } of error.issues) good.delete(path.split(".")[1] ?? "");
    return { value: decodeQuery(schema, good, "ignore"), ignored: error.issues };
  }
}
