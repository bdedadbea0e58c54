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
    summary: "Where alerts may be sent",
    answers: { 200: { kind: "json", schema: webhooks } },
  },
  createWebhook: {
    method: "POST",
    path: "/alerts/webhooks",
    summary: "Add a target; its secret is in this answer alone",
    body: { kind: "json", schema: webhookCreate, required: true },
    answers: { 201: { kind: "json", schema: webhookMade } },
    errors: [400, 409],
  },
  updateWebhook: {
    method: "PATCH",
    path: "/alerts/webhooks/{id}",
    summary: "Rename, move, turn on or off",
    params: webhookId,
    body: { kind: "json", schema: webhookUpdate, required: true },
    answers: { 200: { kind: "json", schema: webhookChanged } },
    errors: [400, 404],
  },
  deleteWebhook: {
    method: "DELETE",
    path: "/alerts/webhooks/{id}",
    summary: "Delete a target and what waits for it",
    params: webhookId,
    answers: { 204: { kind: "empty" } },
    errors: [404],
  },
  rotateWebhookSecret: {
    method: "POST",
    path: "/alerts/webhooks/{id}/secret",
    summary: "Make a new secret; it is in this answer alone",
    params: webhookId,
    answers: { 200: { kind: "json", schema: webhookMade } },
    errors: [404],
  },
  testWebhook: {
    method: "POST",
    path: "/alerts/webhooks/{id}/test",
    summary: "Send a test notice",
    params: webhookId,
    answers: { 202: { kind: "json", schema: delivery } },
    errors: [404, 409],
  },
  listDeliveries: {
    method: "GET",
    path: "/alerts/deliveries",
    summary: "What was sent, each attempt of it, newest first",
    query: deliveriesQuery,
    answers: { 200: { kind: "json", schema: deliveries } },
    errors: [400],
  },
});
