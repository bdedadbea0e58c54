import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { webhookOperations } from "../bff/operations/webhooks.ts";
import type { WebhookUpdate } from "../bff/webhooks.ts";
import { bff } from "./bff.ts";

const all = ["webhooks"] as const;
const readAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: all });

export const webhookQueries = {
  all: () => all,
  list: () =>
    queryOptions({
      queryKey: [...all, "list"] as const,
      queryFn: ({ signal }) => bff.one(webhookOperations.listWebhooks, {}, { signal }),
    }),
  /** Deliveries, newest first. */
  deliveries: () =>
    queryOptions({
      queryKey: [...all, "deliveries"] as const,
      queryFn: ({ signal }) => bff.one(webhookOperations.listDeliveries, {}, { signal }),
    }),
} as const;

export const webhookMutations = {
  create: () =>
    mutationOptions({
      mutationKey: [...all, "create"],
      mutationFn: (body: { name: string; url: string }) => bff.act(webhookOperations.createWebhook, { body }),
      // The response contains the secret, which must not be cached.
      gcTime: 0,
      onSettled: (_data, _error, _variables, _result, { client }) => readAgain(client),
    }),
  change: () =>
    mutationOptions({
      mutationKey: [...all, "change"],
      mutationFn: ({ id, reason, ...body }: WebhookUpdate & { id: string; reason?: string }) =>
        bff.act(webhookOperations.updateWebhook, { params: { id }, body }, { reason }),
      // The response may contain a new secret, which must not be cached.
      gcTime: 0,
      onSettled: (_data, _error, _variables, _result, { client }) => readAgain(client),
    }),
  rotate: () =>
    mutationOptions({
      mutationKey: [...all, "rotate"],
      mutationFn: ({ id, reason }: { id: string; reason: string }) =>
        bff.act(webhookOperations.rotateWebhookSecret, { params: { id } }, { reason }),
      gcTime: 0,
    }),
  remove: () =>
    mutationOptions({
      mutationKey: [...all, "remove"],
      mutationFn: ({ id, reason }: { id: string; reason: string }) =>
        bff.act(webhookOperations.deleteWebhook, { params: { id } }, { reason }),
      onSettled: (_data, _error, _variables, _result, { client }) => readAgain(client),
    }),
  test: () =>
    mutationOptions({
      mutationKey: [...all, "test"],
      mutationFn: (id: string) => bff.act(webhookOperations.testWebhook, { params: { id } }),
      onSettled: (_data, _error, _variables, _result, { client }) => readAgain(client),
    }),
} as const;
