import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";
import {
  alertRule,
  alertRules,
  muteSetting,
  ruleSetting,
  ruleTest,
  ruleTrial,
  ruleUpdate,
  starterRules,
} from "../alert-rules.ts";
import { alertClose, alertList, alertsQuery } from "../alerts.ts";

const rowId = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) });
const oneRule = { kind: "json", schema: alertRule } as const;

export const alertOperations = defineOperations("Apps", {
  listAlerts: {
    method: "GET",
    path: "/alerts",
    summary: "List alerts: open ones, the most severe first, or resolved ones, the newest first",
    query: alertsQuery,
    answers: { 200: { kind: "json", schema: alertList } },
    errors: [400],
  },
  closeAlert: {
    method: "POST",
    path: "/alerts/{id}/close",
    summary: "Close an open alert that has no data; it fires again when data shows the problem",
    params: rowId,
    body: { kind: "json", schema: alertClose, required: true },
    answers: { 204: { kind: "empty" } },
    errors: [400, 404, 409],
  },
  listAlertRules: {
    method: "GET",
    path: "/alerts/rules",
    summary: "List alert rules with the state of each subject",
    answers: { 200: { kind: "json", schema: alertRules } },
  },
  createAlertRule: {
    method: "POST",
    path: "/alerts/rules",
    summary: "Add an alert rule",
    body: { kind: "json", schema: ruleSetting, required: true },
    answers: { 201: oneRule },
    errors: [400, 409],
  },
  createStarterRules: {
    method: "POST",
    path: "/alerts/rules/starter",
    summary: "Add the starter alert rules that do not exist yet",
    answers: { 200: { kind: "json", schema: starterRules } },
    errors: [409],
  },
  updateAlertRule: {
    method: "PUT",
    path: "/alerts/rules/{id}",
    summary: "Replace an alert rule; a changed signal ends its open alerts",
    params: rowId,
    body: { kind: "json", schema: ruleUpdate, required: true },
    answers: { 200: oneRule },
    errors: [400, 404, 409],
  },
  deleteAlertRule: {
    method: "DELETE",
    path: "/alerts/rules/{id}",
    summary: "Delete an alert rule; its open alerts end, past ones stay",
    params: rowId,
    answers: { 204: { kind: "empty" } },
    errors: [404],
  },
  muteAlertRule: {
    method: "PUT",
    path: "/alerts/rules/{id}/mute",
    summary: "Mute an alert rule, or one subject of it, for a time",
    params: rowId,
    body: { kind: "json", schema: muteSetting, required: true },
    answers: { 200: oneRule },
    errors: [400, 404],
  },
  testAlertRule: {
    method: "POST",
    path: "/alerts/rules/test",
    summary: "Test an alert rule: the present state of each subject; nobody is notified",
    body: { kind: "json", schema: ruleTrial, required: true },
    answers: { 200: { kind: "json", schema: ruleTest } },
    errors: [400],
  },
});
