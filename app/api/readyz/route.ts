import { ownOperations } from "@/lib/bff/operations";
import { readiness } from "@/lib/server/readiness";
import { publicRoute } from "@/lib/server/routes/define-route";

export const dynamic = "force-dynamic";

export const GET = publicRoute(ownOperations.readyz, async () => {
  const body = await readiness();
  return { status: body.status === "ready" ? 200 : 503, body };
});
