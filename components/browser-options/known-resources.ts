"use client";

import { useQuery } from "@tanstack/react-query";
import type { NamedSuggestion } from "@/components/ui/combobox";
import { pageLimit } from "@/lib/contract/paging";
import { storedExtensionQueries } from "@/lib/queries/extensions";
import { profileQueries } from "@/lib/queries/profiles";
import { proxyQueries } from "@/lib/queries/proxies";

/** Proxies to pick from at once; the id of another one can be typed. */
const mostProxies = 300;

const details = (...parts: readonly (string | null | undefined)[]) =>
  parts.filter((part) => part).join(" · ") || undefined;

/** The known proxies, by id. */
export function useKnownProxies(): readonly NamedSuggestion[] {
  const { data } = useQuery(proxyQueries.every({}, mostProxies));
  return (data?.items ?? []).map(({ id, name, type, status, config }) => ({
    value: id,
    label: name || id,
    detail: details(type, config?.country, status),
  }));
}

/** The known profiles, by name where they have one. */
export function useKnownProfiles(): readonly NamedSuggestion[] {
  const { data } = useQuery(profileQueries.list({ limit: pageLimit.max, offset: 0 }));
  return (data?.items ?? []).map(({ id, name }) => ({ value: name || id, label: name || id }));
}

/** The stored extensions, by name where they have one. */
export function useKnownExtensions(): readonly NamedSuggestion[] {
  const { data } = useQuery(storedExtensionQueries.list());
  return (data?.items ?? []).map(({ id, name }) => ({ value: name || id, label: name || id }));
}
