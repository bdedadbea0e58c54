import { mutationOptions } from "@tanstack/react-query";
import { webhookOperations } from "../bff/operations/webhooks.ts";
import type { WebhookUpdate } from "../bff/webhooks.ts";
import { bff } from "./bff.ts";
import { oneQuery } from "./operation-query.ts";

const all = ["webhooks"] as const;

export const webhookQueries = {
  list: () => oneQuery(all, webhookOperations.listWebhooks, {}),
  /** Deliveries, newest first. */
  deliveries: () => oneQuery(all, webhookOperations.listDeliveries, {}),
} as const;

export const webhookMutations = {
  create: () =>
    mutationOptions({
      mutationFn: (body: { name: string; url: string }) => bff.act(webhookOperations.createWebhook, { body }),
      // The response contains the secret, which must not be cached.
      gcTime: 0,
      meta: { invalidates: all },
    }),
  change: () =>
    mutationOptions({
      mutationFn: ({ id, reason, ...body }: WebhookUpdate & { id: string; reason?: string }) =>
        bff.act(webhookOperations.updateWebhook, { params: { id }, body }, { reason }),
      // The response may contain a new secret, which must not be cached.
      gcTime: 0,
      meta: { invalidates: all },
    }),
  rotate: () =>
    mutationOptions({
      mutationFn: ({ id, reason }: { id: string; reason: string }) =>
        bff.act(webhookOperations.rotateWebhookSecret, { params: { id } }, { reason }),
      gcTime: 0,
    }),
  remove: () =>
    mutationOptions({
      mutationFn: ({ id, reason }: { id: string; reason: string }) =>
        bff.act(webhookOperations.deleteWebhook, { params: { id } }, { reason }),
      meta: { invalidates: all },
    }),
  test: () =>
    mutationOptions({
      mutationFn: (id: string) => bff.act(webhookOperations.testWebhook, { params: { id } }),
      meta: { invalidates: all },
    }),
} as const;
