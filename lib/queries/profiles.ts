import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { operations } from "@/lib/contract/operations";
import type { profileFilters } from "@/lib/contract/profiles";
import { fillPath } from "@/lib/contract/request";
import { readList, readOne } from "./bff.ts";

export type ProfileFilters = z.output<typeof profileFilters>;

export const profileKeys = {
  all: ["profiles"] as const,
  list: (filters: ProfileFilters) => ["profiles", "list", filters] as const,
  one: (idOrName: string) => ["profiles", "one", idOrName] as const,
};

export const profileQueries = {
  list: (filters: ProfileFilters) =>
    queryOptions({
      queryKey: profileKeys.list(filters),
      queryFn: ({ signal }) => readList(operations.listProfiles, { query: filters }, signal),
    }),
  /** By id or name. */
  one: (idOrName: string) =>
    queryOptions({
      queryKey: profileKeys.one(idOrName),
      queryFn: ({ signal }) =>
        readOne(operations.retrieveProfile, { params: { id_or_name: idOrName } }, signal),
    }),
};

/** Where the browser downloads a profile's bytes from. */
export const profileDownloadHref = (idOrName: string): string =>
  `/api${fillPath(operations.downloadProfile.path, { id_or_name: idOrName })}`;
