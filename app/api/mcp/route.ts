import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { answerMcp } from "@/lib/server/mcp/answer-mcp";
import { POST as closeAlert } from "../alerts/[id]/close/route";
import { GET as listAlerts } from "../alerts/route";
import { GET as readAttention } from "../attention/route";
import { POST as flushPool } from "../browser_pools/[id_or_name]/flush/route";
import { GET as retrievePool, PATCH as updatePool } from "../browser_pools/[id_or_name]/route";
import { GET as listPools } from "../browser_pools/route";
import { GET as readSessionOrigin } from "../browsers/[id]/origin/route";
import { DELETE as deleteBrowser, GET as retrieveBrowser } from "../browsers/[id]/route";
import { GET as listBrowsers } from "../browsers/route";
import { GET as searchInvocationHistory } from "../history/invocations/route";
import { GET as readProxyHistory } from "../history/proxies/route";
import { GET as readTimeline } from "../history/timeline/route";
import { GET as readActionInsight } from "../insight/actions/route";
import { PUT as setFailureGroup } from "../insight/failures/[key]/route";
import { GET as readFailureInsight } from "../insight/failures/route";
import { GET as readSimilarFailures } from "../insight/similar_failures/route";
import { GET as readSpike } from "../insight/spike/route";
import { GET as findResources } from "../inventory/found/route";
import { GET as listSessionOrigins } from "../inventory/session_origins/route";
import { GET as listRecordedBrowsers } from "../invocations/[id]/recorded_browsers/route";
import { GET as retrieveInvocation, PATCH as updateInvocation } from "../invocations/[id]/route";
import { GET as readStoredLines } from "../logs/[id]/lines/route";
import { GET as listStoredLogs } from "../logs/route";
import { GET as readPoolAcquired } from "../pools/[id]/acquired/route";
import { GET as readPoolInsight } from "../pools/insight/route";
import { POST as checkProxy } from "../proxies/[id]/check/route";
import { GET as listProxies } from "../proxies/route";
import { GET as searchLogs } from "../search/logs/route";

/** What the tools call, by operation id. */
const routes = {
  readAttention,
  listAlerts,
  findResources,
  readTimeline,
  listPools,
  retrievePool,
  readPoolInsight,
  readPoolAcquired,
  listProxies,
  readProxyHistory,
  listBrowsers,
  retrieveBrowser,
  readSessionOrigin,
  listSessionOrigins,
  searchInvocationHistory,
  readSimilarFailures,
  readFailureInsight,
  readActionInsight,
  readSpike,
  listRecordedBrowsers,
  retrieveInvocation,
  listStoredLogs,
  readStoredLines,
  searchLogs,
  updateInvocation,
  deleteBrowser,
  checkProxy,
  flushPool,
  updatePool,
  closeAlert,
  setFailureGroup,
};

export const POST = defineRoute(ownOperations.callMcp, { handler: answerMcp(routes) });
