// The BFF's own operations, declared like the API's so that routes and queries treat both alike. The browser imports the
// operations of one noun; all together are for the server and the tests.
import type { Operation } from "../../contract/operation.ts";
import { accountOperations } from "./accounts.ts";
import { alertOperations } from "./alerts.ts";
import { apiTokenOperations } from "./api-tokens.ts";
import { attentionOperations } from "./attention.ts";
import { auditOperations } from "./audit.ts";
import { cdpOperations, liveViewOperations } from "./browsers.ts";
import { deploymentProgressOperations } from "./deployments.ts";
import { evidenceOperations } from "./evidence.ts";
import { healthOperations } from "./health.ts";
import { insightOperations } from "./insight.ts";
import { inventoryOperations } from "./inventory.ts";
import { invocationHistoryOperations } from "./invocation-history.ts";
import { liveOperations } from "./live.ts";
import { logSearchOperations } from "./log-search.ts";
import { pictureOperations } from "./pictures.ts";
import { poolInsightOperations } from "./pool-insight.ts";
import { poolHistoryOperations } from "./pools.ts";
import { processSampleOperations } from "./processes.ts";
import { programOperations } from "./programs.ts";
import { proxyCheckOperations } from "./proxies.ts";
import { recorderOperations } from "./recorder.ts";
import { sessionOperations } from "./session.ts";
import { sessionOriginOperations } from "./session-origin.ts";
import { storedLogOperations } from "./stored-logs.ts";
import { timelineOperations } from "./timeline.ts";
import { viewOperations } from "./views.ts";
import { webhookOperations } from "./webhooks.ts";

export const ownOperations = {
  ...liveViewOperations,
  ...cdpOperations,
  ...deploymentProgressOperations,
  ...sessionOperations,
  ...apiTokenOperations,
  ...accountOperations,
  ...sessionOriginOperations,
  ...attentionOperations,
  ...auditOperations,
  ...viewOperations,
  ...poolHistoryOperations,
  ...poolInsightOperations,
  ...processSampleOperations,
  ...invocationHistoryOperations,
  ...recorderOperations,
  ...inventoryOperations,
  ...insightOperations,
  ...proxyCheckOperations,
  ...alertOperations,
  ...webhookOperations,
  ...storedLogOperations,
  ...pictureOperations,
  ...logSearchOperations,
  ...evidenceOperations,
  ...timelineOperations,
  ...liveOperations,
  ...programOperations,
  ...healthOperations,
} satisfies Record<string, Operation>;
