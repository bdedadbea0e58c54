import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { inventoryOperations } from "../bff/operations/inventory.ts";
import { profileOperations } from "../contract/operations/profiles.ts";
import type { profileFilters } from "../contract/profiles.ts";
import { fillPath } from "../contract/request.ts";
import { paces } from "../paces.ts";
import { bff } from "./bff.ts";

const all = ["profiles"] as const;

export const profileQueries = {
  all: () => all,
  lists: () => [...all, "list"] as const,
  list: (filters: z.output<typeof profileFilters> = {}) =>
    queryOptions({
      queryKey: [...all, "list", filters] as const,
      queryFn: ({ signal }) => bff.list(profileOperations.listProfiles, { query: filters }, { signal }),
      placeholderData: keepPreviousData,
    }),
  detail: (idOrName: string) =>
    queryOptions({
      queryKey: [...all, "detail", idOrName] as const,
      queryFn: ({ signal }) =>
        bff.one(profileOperations.retrieveProfile, { params: { id_or_name: idOrName } }, { signal }),
    }),
  /** Current dependents of a profile. */
  dependents: (idOrName: string) =>
    queryOptions({
      queryKey: [...all, "uses", idOrName] as const,
      queryFn: ({ signal }) =>
        bff.one(inventoryOperations.readProfileUses, { params: { id_or_name: idOrName } }, { signal }),
    }),
  /** Every profile in use. */
  used: () =>
    queryOptions({
      queryKey: [...all, "used"] as const,
      queryFn: ({ signal }) => bff.one(inventoryOperations.readUsedProfiles, {}, { signal }),
      staleTime: paces.stale.briefMs,
    }),
} as const;

/** Download URL of a profile, for a plain link: the browser streams it to disk. */
export const profileDownloadUrl = (idOrName: string): string =>
  `/api${fillPath(profileOperations.downloadProfile.path, { id_or_name: idOrName })}`;
