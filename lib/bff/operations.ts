// The BFF's own resources in the same form as the API's operations, so that routes and queries treat both alike. The
// browser imports those of one noun; all of them together are for the server and the tests.
import type { Operation } from "../contract/operation.ts";
import { alertOperations } from "./operations/alerts.ts";
import { attentionOperations } from "./operations/attention.ts";
import { auditOperations } from "./operations/audit.ts";
import { liveViewOperations } from "./operations/browsers.ts";
import { healthOperations } from "./operations/health.ts";
import { insightOperations } from "./operations/insight.ts";
import { inventoryOperations } from "./operations/inventory.ts";
import { liveOperations } from "./operations/live.ts";
import { poolInsightOperations } from "./operations/pool-insight.ts";
import { poolHistoryOperations } from "./operations/pools.ts";
import { processSampleOperations } from "./operations/processes.ts";
import { proxyCheckOperations } from "./operations/proxies.ts";
import { recorderOperations } from "./operations/recorder.ts";
import { runHistoryOperations } from "./operations/run-history.ts";
import { sessionOperations } from "./operations/session.ts";
import { sessionOriginOperations } from "./operations/session-origin.ts";
import { timelineOperations } from "./operations/timeline.ts";
import { viewOperations } from "./operations/views.ts";
import { webhookOperations } from "./operations/webhooks.ts";

export const ownOperations = {
  ...liveViewOperations,
  ...sessionOperations,
  ...sessionOriginOperations,
  ...attentionOperations,
  ...auditOperations,
  ...viewOperations,
  ...poolHistoryOperations,
  ...poolInsightOperations,
  ...processSampleOperations,
  ...runHistoryOperations,
  ...recorderOperations,
  ...inventoryOperations,
  ...insightOperations,
  ...proxyCheckOperations,
  ...alertOperations,
  ...webhookOperations,
  ...timelineOperations,
  ...liveOperations,
  ...healthOperations,
} satisfies Record<string, Operation>;
