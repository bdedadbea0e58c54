"use client";

import { useQuery } from "@tanstack/react-query";
import type { NamedSuggestion } from "@/components/ui/combobox";
import { pageLimit } from "@/lib/contract/paging";
import { appQueries } from "@/lib/queries/apps";
import { storedExtensionQueries } from "@/lib/queries/extensions";
import { poolQueries } from "@/lib/queries/pools";
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

/** The known pools, by id. */
export function useKnownPools(): readonly NamedSuggestion[] {
  const { data } = useQuery(poolQueries.list({ limit: pageLimit.max }));
  return (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name || id }));
}

/** The known applications and their actions, by name. */
export function useKnownActions(): Readonly<Record<"apps" | "actions", readonly NamedSuggestion[]>> {
  const { data } = useQuery(appQueries.list({ limit: pageLimit.max }));
  const items = data?.items ?? [];
  return {
    apps: byName(items.map(({ app_name: name }) => name)),
    actions: byName(items.flatMap(({ actions }) => (actions ?? []).map(({ name }) => name))),
  };
}

const byName = (names: readonly (string | null | undefined)[]): readonly NamedSuggestion[] =>
  [...new Set(names.flatMap((name) => name || []))].sort().map((name) => ({ value: name, label: name }));

/** By name; by id where it has none, or one with spaces at its ends, which a form takes away. */
const byNameOrId = ({ id, name }: { id: string; name?: string | null | undefined }): NamedSuggestion => ({
  value: name && name === name.trim() ? name : id,
  label: name?.trim() || id,
});

/** The known profiles. */
export function useKnownProfiles(): readonly NamedSuggestion[] {
  const { data } = useQuery(profileQueries.list({ limit: pageLimit.max, offset: 0 }));
  return (data?.items ?? []).map(byNameOrId);
}

/** The stored extensions. */
export function useKnownExtensions(): readonly NamedSuggestion[] {
  const { data } = useQuery(storedExtensionQueries.list());
  return (data?.items ?? []).map(byNameOrId);
}
