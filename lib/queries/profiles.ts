import { keepPreviousData } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { inventoryOperations } from "../bff/operations/inventory.ts";
import { profileOperations } from "../contract/operations/profiles.ts";
import type { profileFilters } from "../contract/profiles.ts";
import { fillPath } from "../contract/request.ts";
import { paces } from "../paces.ts";
import { listQuery, oneQuery } from "./operation-query.ts";

const all = ["profiles"] as const;

export const profileQueries = {
  list: (filters: z.output<typeof profileFilters> = {}) => ({
    ...listQuery(all, profileOperations.listProfiles, { query: filters }),
    placeholderData: keepPreviousData,
  }),
  detail: (idOrName: string) =>
    oneQuery(all, profileOperations.retrieveProfile, { params: { id_or_name: idOrName } }),
  /** Current dependents of a profile. */
  dependents: (idOrName: string) =>
    oneQuery(all, inventoryOperations.readProfileUses, { params: { id_or_name: idOrName } }),
  /** Every profile in use. */
  used: () => ({
    ...oneQuery(all, inventoryOperations.readUsedProfiles, {}),
    staleTime: paces.stale.briefMs,
  }),
} as const;

/** Download URL of a profile, for a plain link: the browser streams it to disk. */
export const profileDownloadUrl = (idOrName: string): string =>
  `/api${fillPath(profileOperations.downloadProfile.path, { id_or_name: idOrName })}`;
