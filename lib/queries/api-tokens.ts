import { mutationOptions } from "@tanstack/react-query";
import type { ApiTokenCreate } from "../bff/api-tokens.ts";
import { apiTokenOperations } from "../bff/operations/api-tokens.ts";
import { bff } from "./bff.ts";
import { oneQuery } from "./operation-query.ts";

const all = ["api-tokens"] as const;

export const apiTokenQueries = {
  list: () => oneQuery(all, apiTokenOperations.listApiTokens, {}),
} as const;

export const apiTokenMutations = {
  create: () =>
    mutationOptions({
      mutationFn: (body: ApiTokenCreate) => bff.act(apiTokenOperations.createApiToken, { body }),
      // The response contains the token, which must not be cached.
      gcTime: 0,
      meta: { invalidates: all },
    }),
  revoke: () =>
    mutationOptions({
      mutationFn: ({ id, reason }: { id: string; reason: string }) =>
        bff.act(apiTokenOperations.revokeApiToken, { params: { id } }, { reason }),
      meta: { invalidates: all },
    }),
} as const;
