// Which requests are shown.
import type { NetworkEntry } from "@/lib/telemetry/network-log";
import { isFailed, type NetworkRequest } from "@/lib/telemetry/network-requests";
import { requestType } from "@/lib/telemetry/request-text";
import { requestFilterTexts } from "./network-messages.ts";

export interface RequestFilter {
  /** Part of the address, in any case. */
  readonly text: string;
  readonly failedOnly: boolean;
  /** Types that are not shown. */
  readonly hiddenTypes: ReadonlySet<string>;
}

export const noFilter: RequestFilter = { text: "", failedOnly: false, hiddenTypes: new Set() };

/** The test of a filter; undefined if all requests pass. */
export function passing(filter: RequestFilter): ((request: NetworkRequest) => boolean) | undefined {
  const text = filter.text.trim().toLowerCase();
  const { failedOnly, hiddenTypes } = filter;
  if (text === "" && !failedOnly && hiddenTypes.size === 0) return undefined;
  return (request) =>
    (!failedOnly || isFailed(request)) &&
    (text === "" || request.url.toLowerCase().includes(text)) &&
    !hiddenTypes.has(requestType(request));
}

/** What a filter hides, for the message that nothing passes it. */
export function filterMessage({ text, failedOnly, hiddenTypes }: RequestFilter): string {
  return [
    ...(text.trim() === "" ? [] : [requestFilterTexts.addressContains(text.trim())]),
    ...(failedOnly ? [requestFilterTexts.failedOnly] : []),
    ...(hiddenTypes.size === 0 ? [] : [requestFilterTexts.someTypesHidden]),
  ].join(", ");
}

/** How many requests each type has, by name. */
export function typeCounts(requests: readonly NetworkRequest[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const request of requests) {
    const type = requestType(request);
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Index of the row at a moment: that of the request whose last event until then is the latest. Undefined before all. */
export function rowAtTime(entries: readonly NetworkEntry[], atMs: number): number | undefined {
  let latest: { readonly ms: number; readonly index: number } | undefined;
  for (const [index, entry] of entries.entries()) {
    if (entry.kind !== "request") continue;
    for (const ms of [entry.request.startMs, entry.request.endMs])
      if (ms !== undefined && ms <= atMs && ms >= (latest?.ms ?? 0)) latest = { ms, index };
  }
  return latest?.index;
}
