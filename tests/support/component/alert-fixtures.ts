// Alert responses with defaults for fields that a test does not set.

import type { AlertRule, RuleSubject } from "@/lib/bff/alert-rules";
import type { Alert, AlertList } from "@/lib/bff/alerts";
import { alertOperations } from "@/lib/bff/operations/alerts";
import { webhookOperations } from "@/lib/bff/operations/webhooks";
import type { Delivery, Webhook } from "@/lib/bff/webhooks";
import { minuteMs } from "../../../lib/bff/time-units.ts";
import { emptyBff } from "./scripted-bff.ts";

/** A proxy that is down since ten minutes, firing. */
export const alertOf = (given: Partial<Alert> = {}): Alert => ({
  id: "alert-1",
  rule_id: "rule-1",
  rule_name: "Gateway down",
  kind: "proxy_down",
  subject: "proxy-1",
  label: "frankfurt-7",
  fired_at_ms: Date.now() - 10 * minuteMs,
  since_ms: Date.now() - 10 * minuteMs,
  resolved_at_ms: null,
  limit_ms: null,
  resolved_why: null,
  fired_message: "a check found it unavailable",
  message: "a check found it unavailable",
  known: true,
  severe: true,
  no_data_since_ms: null,
  closable: false,
  closed_by: null,
  closed_note: null,
  silent: false,
  notifies_end: false,
  muted_until_ms: null,
  rule_muted: false,
  ...given,
});

export const alertListOf = (alerts: readonly Alert[], given: Partial<AlertList> = {}): AlertList => ({
  alerts: [...alerts],
  loud: alerts.filter(({ muted_until_ms }) => muted_until_ms === null).length,
  open: alerts.length,
  complete: true,
  next_cursor: null,
  evaluated_at_ms: Date.now() - 1_000,
  suppressed: null,
  now_ms: Date.now(),
  ...given,
});

export const subjectOf = (given: Partial<RuleSubject> = {}): RuleSubject => ({
  subject: "proxy-1",
  label: "frankfurt-7",
  state: "ok",
  known: true,
  message: "available",
  ...given,
});

export const ruleOf = (given: Partial<AlertRule> = {}): AlertRule => ({
  id: "rule-1",
  name: "Gateway down",
  signal: { kind: "proxy_down", proxy: "proxy-1", checks: 1 },
  for_seconds: 0,
  clear_seconds: 60,
  remind_hours: 4,
  enabled: true,
  webhooks: [],
  webhooks_off: 0,
  created_by: "ada",
  created_at_ms: Date.now() - 60 * minuteMs,
  updated_at_ms: Date.now() - 60 * minuteMs,
  mutes: [],
  subjects: [],
  ...given,
});

export const webhookOf = (given: Partial<Webhook> = {}): Webhook => ({
  id: "hook-1",
  name: "pager",
  origin: "https://hooks.example.com",
  enabled: true,
  created_by: "ada",
  created_at_ms: Date.now() - 60 * minuteMs,
  waiting: 0,
  dead: 0,
  last_delivered_ms: null,
  ...given,
});

export const deliveryOf = (given: Partial<Delivery> = {}): Delivery => ({
  id: "delivery-1",
  webhook_id: "hook-1",
  event: "test",
  alert_id: null,
  alert: null,
  title: "a test",
  created_at_ms: Date.now() - minuteMs,
  state: "delivered",
  next_at_ms: null,
  attempts: [{ at_ms: Date.now() - minuteMs, status: 200, ms: 12, error: null }],
  ...given,
});

/** The served alerts; a test may change them while the page is open. */
export class AlertBackend {
  open: Alert[] = [];
  /** False: there are more than the lists have. */
  isComplete = true;
  resolved: Alert[] = [];
  rules: AlertRule[] = [];
  webhooks: Webhook[] = [];
  deliveries: Delivery[] = [];
  suppressed: AlertList["suppressed"] = null;
  /** How long ago the rules were evaluated. */
  evaluatedAgoMs = 1_000;
  readonly bff = emptyBff();

  constructor() {
    this.answer();
  }

  /** Every list is answered, also after it was refused. */
  answer(): void {
    const { bff } = this;
    bff.one(alertOperations.listAlerts, ({ query }) =>
      alertListOf(query.get("state") === "open" ? this.open : this.resolved, {
        complete: this.isComplete,
        suppressed: this.suppressed,
        evaluated_at_ms: Date.now() - this.evaluatedAgoMs,
      }),
    );
    bff.one(alertOperations.listAlertRules, () => ({
      rules: this.rules,
      evaluated_at_ms: Date.now(),
      now_ms: Date.now(),
    }));
    bff.one(webhookOperations.listWebhooks, () => ({ webhooks: this.webhooks }));
    bff.one(webhookOperations.listDeliveries, () => ({ deliveries: this.deliveries, now_ms: Date.now() }));
  }

  /** No list is answered: the store is away. */
  refuse(): void {
    const { listAlerts, listAlertRules } = alertOperations;
    const { listWebhooks, listDeliveries } = webhookOperations;
    for (const operation of [listAlerts, listAlertRules, listWebhooks, listDeliveries])
      this.bff.fail(operation, 503, "store_unavailable", "The store does not answer.");
  }
}
