import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";
import {
  deliveries,
  deliveriesQuery,
  delivery,
  webhookChanged,
  webhookCreate,
  webhookMade,
  webhooks,
  webhookUpdate,
} from "../webhooks.ts";

const webhookId = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) });

export const webhookOperations = defineOperations("Apps", {
  listWebhooks: {
    method: "GET",
    path: "/alerts/webhooks",
    summary: "List webhooks",
    answers: { 200: { kind: "json", schema: webhooks } },
  },
  createWebhook: {
    method: "POST",
    path: "/alerts/webhooks",
    summary: "Add a webhook; only this answer has its secret",
    body: { kind: "json", schema: webhookCreate, required: true },
    answers: { 201: { kind: "json", schema: webhookMade } },
    errors: [400, 409],
  },
  updateWebhook: {
    method: "PATCH",
    path: "/alerts/webhooks/{id}",
    summary: "Rename a webhook, change its address, or turn it on or off",
    params: webhookId,
    body: { kind: "json", schema: webhookUpdate, required: true },
    answers: { 200: { kind: "json", schema: webhookChanged } },
    errors: [400, 404],
  },
  deleteWebhook: {
    method: "DELETE",
    path: "/alerts/webhooks/{id}",
    summary: "Delete a webhook and its waiting messages",
    params: webhookId,
    answers: { 204: { kind: "empty" } },
    errors: [404],
  },
  rotateWebhookSecret: {
    method: "POST",
    path: "/alerts/webhooks/{id}/secret",
    summary: "Replace a webhook's secret; only this answer has the new one",
    params: webhookId,
    answers: { 200: { kind: "json", schema: webhookMade } },
    errors: [404],
  },
  testWebhook: {
    method: "POST",
    path: "/alerts/webhooks/{id}/test",
    summary: "Send a test message to a webhook",
    params: webhookId,
    answers: { 202: { kind: "json", schema: delivery } },
    errors: [404, 409],
  },
  listDeliveries: {
    method: "GET",
    path: "/alerts/deliveries",
    summary: "List webhook deliveries with their attempts, newest first",
    query: deliveriesQuery,
    answers: { 200: { kind: "json", schema: deliveries } },
    errors: [400],
  },
});
