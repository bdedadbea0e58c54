import { ownOperations } from "@/lib/bff/operations/operations";
import { publicRoute } from "@/lib/server/http/define-route";
import { readiness } from "@/lib/server/recorder/readiness";

export const dynamic = "force-dynamic";

export const GET = publicRoute(ownOperations.readyz, async () => {
  const body = await readiness();
  return { status: body.status === "ready" ? 200 : 503, body };
});
