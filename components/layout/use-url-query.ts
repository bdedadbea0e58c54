"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import type * as z from "zod/mini";
import { notify } from "@/components/ui/toast";
import { withBasePath } from "@/lib/bff/base-path";
import { decodeQuery, encodeQuery, InvalidInput, parameterOf } from "@/lib/contract/request";
import { urlQueryTexts } from "./layout-messages.ts";
import { isOpenPage } from "./page-transition.ts";

export interface IgnoredParameter {
  path: string;
  message: string;
  value?: string | undefined;
}

export interface UrlQuery<Value> {
  value: Value;
  /** URL parameters that could not be parsed and are ignored, with their values. */
  ignored: readonly IgnoredParameter[];
  /**
   * Changes the URL; keys set to undefined are removed. `replace` for states that Back should not return to.
   */
  set: (changes: Partial<Value>, history?: "push" | "replace") => void;
}

/**
 * The state of a screen in its URL, parsed and written by a schema of query parameters. Invalid values are
 * reported and ignored, never fatal; unrelated parameters are preserved. With `isAlone` the page has no other parameters:
 * misspelled ones are reported, too.
 */
export function useUrlQuery<Schema extends z.ZodMiniObject>(
  schema: Schema,
  { isAlone = false }: { isAlone?: boolean } = {},
): UrlQuery<z.output<Schema>> {
  const search = useSearchParams();
  const pathname = usePathname();
  const text = search.toString();

  const read = useMemo(() => {
    const given = new URLSearchParams(text);
    const { value, ignored } = readLeniently(schema, given);
    return { value, ignored: isAlone ? [...ignored, ...unknownIn(given, schema)] : ignored };
  }, [schema, text, isAlone]);

  const set = useCallback(
    (changes: Partial<z.output<Schema>>, history: "push" | "replace" = "push") => {
      // After an answer that came once the page was left.
      if (!isOpenPage(pathname)) return;
      const now = new URLSearchParams(window.location.search);
      const next = new URLSearchParams([...now].filter(([key]) => !(key in schema.shape)));
      const encoded = encodedOrNotified(schema, { ...readLeniently(schema, now).value, ...changes });
      if (encoded === undefined) return;
      for (const [key, value] of new URLSearchParams(encoded)) next.append(key, value);
      const query = next.toString();
      const href = withBasePath(query === "" ? pathname : `${pathname}?${query}`);
      // An unchanged URL would add a Back step without effect.
      if (href === window.location.pathname + window.location.search) return;
      // Synchronous and without a server round trip: subsequent changes build on this one, and each step has
      // its own history entry. The router observes the history API.
      if (history === "push") window.history.pushState(null, "", href);
      else window.history.replaceState(null, "", href);
    },
    [schema, pathname],
  );
  return useMemo(() => ({ ...read, set }), [read, set]);
}

/** The query of these values; undefined for what an address cannot hold, which the operator is notified of. */
function encodedOrNotified<Schema extends z.ZodMiniObject>(
  schema: Schema,
  values: z.output<Schema>,
): string | undefined {
  try {
    return encodeQuery(schema, values);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const said = error.issues.map(({ path, message }) => `${path.replace(/^query\./, "")}: ${message}`);
    notify.failed(urlQueryTexts.notChanged, said.join("; "));
    return undefined;
  }
}

function readLeniently<Schema extends z.ZodMiniObject>(
  schema: Schema,
  search: URLSearchParams,
): { value: z.output<Schema>; ignored: readonly IgnoredParameter[] } {
  try {
    return { value: decodeQuery(schema, search, "ignore"), ignored: [] };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const good = new URLSearchParams(search);
    for (const { path } of error.issues) good.delete(parameterOf(path, search));
    const ignored = error.issues.map((issue) => ({
      ...issue,
      value: search.getAll(parameterOf(issue.path, search)).join(", "),
    }));
    return { value: decodeQuery(schema, good, "ignore"), ignored };
  }
}

/** The parameters that the schema does not have. */
const unknownIn = (given: URLSearchParams, schema: z.ZodMiniObject): IgnoredParameter[] =>
  [...new Set(given.keys())]
    .filter((key) => !(key in schema.shape))
    .map((key) => ({ path: key, message: urlQueryTexts.unknownFilter, value: given.get(key) ?? "" }));
