import { keepPreviousData, mutationOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { apiAddress } from "../bff/base-path.ts";
import { inventoryOperations } from "../bff/operations/inventory.ts";
import { profileOperations } from "../contract/operations/profiles.ts";
import type { profileFilters } from "../contract/profiles.ts";
import { fillPath } from "../contract/request.ts";
import { paces } from "../paces.ts";
import { bff } from "./bff.ts";
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

export const profileMutations = {
  /** Resolves to the new profile, which has no state yet. */
  create: () =>
    mutationOptions({
      mutationFn: ({ name, reason }: { name: string; reason: string }) =>
        bff.act(profileOperations.createProfile, { body: name === "" ? {} : { name } }, { reason }),
      meta: { invalidates: all },
    }),
  rename: () =>
    mutationOptions({
      mutationFn: ({ id, name, reason }: { id: string; name: string; reason: string }) =>
        bff.act(profileOperations.updateProfile, { params: { id_or_name: id }, body: { name } }, { reason }),
      meta: { invalidates: all },
    }),
  remove: () =>
    mutationOptions({
      mutationFn: ({ id, reason }: { id: string; reason: string }) =>
        bff.act(profileOperations.deleteProfile, { params: { id_or_name: id } }, { reason }),
      meta: { invalidates: all },
    }),
} as const;

/** Download URL of a profile, for a plain link: the browser streams it to disk. */
export const profileDownloadUrl = (idOrName: string): string =>
  apiAddress(fillPath(profileOperations.downloadProfile.path, { id_or_name: idOrName }));
